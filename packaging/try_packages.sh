#!/bin/sh
# try_packages.sh PACKAGES: unpacks or installs every package in a clean root of its own, and runs the
# README's example there.  The root is debootstrap's minbase of the release this machine runs,
# with nothing of this machine in it; where debootstrap cannot make one, the archive is tried under
# a foreign prefix, and it is said.
set -eu
packages=$(cd "$1" && pwd)
scratch=$(mktemp -d)
root=$scratch/root
# What is mounted there is let go before anything is removed.
clean() {
  if ! mountpoint -q "$root/proc" || umount "$root/proc"; then rm -rf "$scratch"; fi
}
trap clean EXIT

# The README's example for the shell, with the galley that comes first in PATH.
# shellcheck disable=SC2016  # what the clean root's shell reads
example='
set -eu
cd "$(mktemp -d)"
galley --version
galley init >/dev/null
galley render hello -d .galley/data/hello.json
galley explain assistant -d .galley/data/assistant.json --budget 12 | head -2
galley test
galley list --tier builtin --names | grep -x summarise
galley new mine --from summarise
'

# Those for Python and TypeScript, up to the call of a provider, in a project of `galley init`.
# shellcheck disable=SC2016  # the same
in_project='set -eu; cd "$(mktemp -d)"; galley init >/dev/null;'
python_example='
import galley, json, pathlib
context = json.loads(pathlib.Path(".galley/data/assistant.json").read_text())
ws = galley.Workspace(".")
print(ws.template("hello").render(name="Ann", topics=["harbour", "weather"]))
conv = ws.template("assistant").render_chat(context, budget="4k", model="gpt-5")
print(len(conv.openai()["messages"]), "messages")
'
node_example='
const { Workspace } = require("galley-prompts");
const context = JSON.parse(require("fs").readFileSync(".galley/data/assistant.json", "utf8"));
Workspace.open(".").then((ws) => {
  console.log(ws.template("hello").render({ name: "Ann", topics: ["harbour", "weather"] }));
  const conv = ws.template("assistant").renderChat(context, { budget: 4096, model: "gpt-5" });
  console.log(conv.openai().messages.length, "messages");
});
'

# What packaging/Containerfile makes and starts, without a container: the user, the tokens, the
# command line; it listens, and ends well when it is told to.
# shellcheck disable=SC2016  # expanded in the root
service='
set -eu
useradd --system --home-dir /srv/prompts galley
mkdir -p /srv/prompts /etc/galley
galley token new ci | sed -n "s/^line: *//p" > /etc/galley/tokens
cd /srv/prompts
setpriv --reuid=galley --regid=galley --clear-groups \
  galley serve --listen 0.0.0.0:0 --token-file /etc/galley/tokens 2>/tmp/log &
server=$!
for attempt in 1 2 3 4 5 6 7 8 9 10; do grep -q listening /tmp/log && break; sleep 0.5; done
cat /tmp/log
kill -TERM $server
wait $server
'

archive=$(find "$packages" -maxdepth 1 -name 'galley-*-linux-*.tar.gz')
debian=$(find "$packages" -maxdepth 1 -name 'galley_*.deb')
wheels=$(find "$packages/python" -maxdepth 1 -name '*.whl' 2>/dev/null)
npm=$(find "$packages/node" -maxdepth 1 -name 'galley-prompts-*.tgz' 2>/dev/null)

# inside PATH COMMAND...: runs it in the root, with no variable of this machine.
inside() {
  path=$1
  shift
  chroot "$root" env -i PATH="$path" HOME=/root "$@"
}

# install PACKAGE...: from Debian, or a file of the root.
install() {
  inside /usr/sbin:/usr/bin:/sbin:/bin env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "$@" >"$scratch/install.log" 2>&1 || {
    cat "$scratch/install.log" >&2
    exit 1
  }
}

try_archive() {
  echo '--- the archive, unpacked'
  mkdir "$root/opt/galley"
  tar -xzf "$archive" -C "$root/opt/galley" --strip-components=1
  inside /opt/galley/bin:/usr/bin:/bin sh -c "$example"
  echo '    moved'
  mv "$root/opt/galley" "$root/srv/elsewhere"
  inside /srv/elsewhere/bin:/usr/bin:/bin galley list --tier builtin --names | grep -x summarise
  rm -rf "$root/srv/elsewhere"
}

# The root has Debian's Python: there may be no wheel for it, and it is said.
try_wheel() {
  [ -n "$wheels" ] || return 0
  echo '--- the wheel, in an environment of its own'
  install python3-venv
  mkdir "$root/opt/wheels"
  cp "$packages"/python/*.whl "$root/opt/wheels"
  inside /usr/bin:/bin python3 -m venv /opt/python
  inside /opt/python/bin:/usr/bin:/bin \
    pip install --quiet --no-index --find-links /opt/wheels galley-prompts || {
    echo 'not tried: there is no wheel for the Python of this root'
    return 0
  }
  inside /opt/python/bin:/usr/bin:/bin sh -c "$example"
  inside /opt/python/bin:/usr/bin:/bin sh -c "$in_project python3 -c '$python_example'"
}

# As npm lays it out; npm itself would bring hundreds of packages.
try_npm() {
  [ -n "$npm" ] || return 0
  echo '--- the package for Node, unpacked to node_modules'
  install nodejs
  modules=$root/opt/node_modules
  mkdir -p "$modules/.bin" "$modules/galley-prompts"
  tar -xzf "$npm" -C "$modules/galley-prompts" --strip-components=1
  chmod +x "$modules/galley-prompts/bin/galley.cjs"
  ln -s ../galley-prompts/bin/galley.cjs "$modules/.bin/galley"
  inside /opt/node_modules/.bin:/usr/bin:/bin sh -c "$example"
  inside /opt/node_modules/.bin:/usr/bin:/bin NODE_PATH=/opt/node_modules \
    sh -c "$in_project node -e '$node_example'"
}

try_debian() {
  echo '--- the Debian package, installed'
  cp "$debian" "$root/tmp/galley.deb"
  install /tmp/galley.deb
  inside /usr/bin:/bin sh -c "$example"
  inside /usr/bin:/bin sh -c 'ls /usr/share/man/man1/galley-render.1.gz /usr/include/galley/galley.h
    ls /usr/share/galley/schemas /usr/share/bash-completion/completions/galley'
  echo '--- the service, as the container file starts it'
  chroot "$root" sh -c "$service"
}

# shellcheck source=/dev/null
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)*\([^ ]*\).*/\2/p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1)

if [ "$(id -u)" -eq 0 ] && debootstrap --variant=minbase "$codename" "$root" "$mirror" \
  >"$scratch/debootstrap.log" 2>&1; then
  echo "a clean root: debootstrap --variant=minbase $codename"
  # The command finds what was installed beside it by its own path.
  mount -t proc proc "$root/proc"
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  [ ! -d /etc/apt/apt.conf.d ] || cp -n /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
  try_archive
  try_wheel
  try_npm
  # The last: what it brings must not help the others.
  try_debian
else
  echo 'no clean root: debootstrap cannot make one here; a foreign prefix instead'
  mkdir "$root.prefix"
  tar -xzf "$archive" -C "$root.prefix" --strip-components=1
  env -i PATH="$root.prefix/bin:/usr/bin:/bin" HOME="$scratch" sh -c "$example"
fi
