#!/bin/sh
# try_packages.sh PACKAGES: unpacks the archive, and installs the Debian package, into a clean root
# of its own, and runs the README's example there.  The root is debootstrap's minbase of the
# release this machine runs, with nothing of this machine in it; where debootstrap cannot make
# one, the archive is tried under a foreign prefix, and it is said.
set -eu
packages=$(cd "$1" && pwd)
scratch=$(mktemp -d)
root=$scratch/root
# What is mounted there is let go before anything is removed.
clean() {
  if ! mountpoint -q "$root/proc" || umount "$root/proc"; then rm -rf "$scratch"; fi
}
trap clean EXIT

# The README's example, with the galley of $1.
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

# shellcheck source=/dev/null
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)*\([^ ]*\).*/\2/p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1)

if [ "$(id -u)" -eq 0 ] && debootstrap --variant=minbase "$codename" "$root" "$mirror" \
  >"$scratch/debootstrap.log" 2>&1; then
  echo "a clean root: debootstrap --variant=minbase $codename"
  # The command finds what was installed beside it by its own path.
  mount -t proc proc "$root/proc"
  echo '--- the archive'
  mkdir "$root/opt/galley"
  tar -xzf "$archive" -C "$root/opt/galley" --strip-components=1
  chroot "$root" env -i PATH=/opt/galley/bin:/usr/bin:/bin HOME=/root sh -c "$example"
  echo '--- the Debian package'
  cp "$debian" "$root/tmp/galley.deb"
  cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  [ ! -d /etc/apt/apt.conf.d ] || cp -n /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
  chroot "$root" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends /tmp/galley.deb >"$scratch/install.log" 2>&1 || {
    cat "$scratch/install.log" >&2
    exit 1
  }
  chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root sh -c "$example"
  chroot "$root" sh -c 'ls /usr/share/man/man1/galley-render.1.gz /usr/include/galley/galley.h
    ls /usr/share/galley/schemas /usr/share/bash-completion/completions/galley'
  echo '--- the service, as the container file starts it'
  chroot "$root" sh -c "$service"
else
  echo 'no clean root: debootstrap cannot make one here; a foreign prefix instead'
  mkdir "$root.prefix"
  tar -xzf "$archive" -C "$root.prefix" --strip-components=1
  env -i PATH="$root.prefix/bin:/usr/bin:/bin" HOME="$scratch" sh -c "$example"
fi
