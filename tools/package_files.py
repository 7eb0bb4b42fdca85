#!/usr/bin/env python3
"""Makes packages of what a build installs.

usage: package_files.py tar BUILD_DIRECTORY OUTPUT
       package_files.py deb BUILD_DIRECTORY OUTPUT
       package_files.py notes OUTPUT
       package_files.py notice KIND FILE
       package_files.py check PROGRAM

`tar` makes galley-VERSION-linux-ARCH.tar.gz of the preset `portable`, which may be unpacked
anywhere; `deb` makes galley_VERSION_ARCH.deb of the preset `release`; `notes` writes what goes with
all packages in OUTPUT: sbom.spdx.json, NOTICE, SHA256SUMS; `notice` writes the NOTICE of one kind of
package (tar, deb, whl, npm or addon); `check` fails where a program asks for more than the glibc that
is promised.

The same build gives the same bytes: files stand in the order of their names, belong to root, have
the permissions 755 or 644, and the time of SOURCE_DATE_EPOCH, or that of the last commit.
"""
import gzip
import hashlib
import io
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import tempfile

import package_notes

ROOT = pathlib.Path(__file__).resolve().parent.parent
NEWEST_GLIBC = (2, 34)  # what an archive may ask for


def run(*command, **options):
    done = subprocess.run([str(each) for each in command], text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(str(each) for each in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def version():
    return re.search(r"^ *VERSION ([0-9.]+)$", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


def moment():
    """Seconds since 1970 that everything in a package is of."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"],
                          text=True, capture_output=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else 1_700_000_000


def install(build, prefix):
    """What the build installs, under `prefix`."""
    run("cmake", "--install", build, "--prefix", prefix)
    for path in prefix.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        if path.name == "galley" and path.parent.name == "bin" or ".so" in path.name:
            run("strip", "--strip-unneeded", path)


def mode_of(path):
    if path.is_dir():
        return 0o755
    return 0o755 if path.parent.name == "bin" or ".so." in path.name else 0o644


# --- The archive -----------------------------------------------------------------------------

def write_tar(folder, top, output):
    """Everything in `folder`, below the directory `top`, compressed."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in [folder, *sorted(folder.rglob("*"), key=lambda each: each.relative_to(folder).as_posix())]:
            name = top if path == folder else f"{top}/{path.relative_to(folder).as_posix()}"
            entry = tar.gettarinfo(str(path), name)
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = moment()
            if entry.issym():
                tar.addfile(entry)
                continue
            entry.mode = mode_of(path)
            if entry.isdir():
                tar.addfile(entry)
            else:
                entry.type = tarfile.REGTYPE  # never a link to another name of the same file
                entry.size = path.stat().st_size
                with path.open("rb") as file:
                    tar.addfile(entry, file)
    with output.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed:
        compressed.write(packed.getvalue())


def symbols_of(path):
    """(library, version) of everything that a program asks of others."""
    lines = run("objdump", "-T", path).splitlines()
    return sorted(set(re.findall(r"\*UND\*.*?\(?([A-Z][A-Za-z]+)_([0-9.]+)\)? ", line)[0]
                      for line in lines if re.search(r"\*UND\*.*?\(?[A-Z][A-Za-z]+_[0-9.]+\)? ", line)))


def check_portable(path):
    """Ends where a program asks for more than glibc, or for a newer one than is promised."""
    for library, wanted in symbols_of(path):
        number = tuple(int(each) for each in wanted.split("."))
        if library != "GLIBC" or number > NEWEST_GLIBC:
            sys.exit(f"{path} asks for {library}_{wanted}; at most "
                     f"GLIBC_{'.'.join(map(str, NEWEST_GLIBC))} is promised")
    needed = re.findall(r"NEEDED +(\S+)", run("objdump", "-p", path))
    allowed = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    if set(needed) - allowed:
        sys.exit(f"{path} needs {', '.join(sorted(set(needed) - allowed))}")


def make_tar(build, output):
    name = f"galley-{version()}-linux-{platform.machine()}"
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / name
        install(build, folder)
        check_portable(folder / "bin/galley")
        for library in folder.glob("lib*/**/libgalley.so.*"):
            if not library.is_symlink():
                check_portable(library)
        package_notes.write_notice(folder / "share/doc/galley/NOTICE", "tar")
        archive = output / f"{name}.tar.gz"
        write_tar(folder, name, archive)
    return archive


# --- The Debian package ----------------------------------------------------------------------

CONTROL = """Package: galley
Version: {version}
Architecture: {architecture}
Maintainer: The Galley authors <galley@example.org>
Installed-Size: {size}
Depends: {depends}
Suggests: libpq5, fzf
Section: devel
Priority: optional
Description: prompt compiler
 Finds prompts that are files, links them, checks them, tests them, and renders
 exactly the messages a model should see, within its token budget.
 .
 The package holds the command, the library with its headers, the schemas of
 documents, tokenizers, built-in templates, manual pages and completions.
"""


def depends_of(folder):
    """The packages whose libraries the programs of `folder` load."""
    with tempfile.TemporaryDirectory() as scratch:
        debian = pathlib.Path(scratch) / "debian"
        debian.mkdir()
        (debian / "control").write_text("Source: galley\n\nPackage: galley\nArchitecture: any\n")
        programs = [folder / "usr/bin/galley", *(each for each in folder.glob("usr/lib/**/libgalley.so.*")
                                                 if not each.is_symlink())]
        text = run("dpkg-shlibdeps", "-O", "--ignore-missing-info",
                   *(f"-e{program}" for program in programs), cwd=scratch)
    return text.strip().removeprefix("shlibs:Depends=")


def make_deb(build, output):
    architecture = run("dpkg", "--print-architecture").strip()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "galley"
        install(build, folder / "usr")
        manual = folder / "usr/share/man/man1"
        for page in sorted(manual.glob("*.1")):
            with (manual / f"{page.name}.gz").open("wb") as file, \
                    gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed:
                compressed.write(page.read_bytes())
            page.unlink()
        copyright_file = folder / "usr/share/doc/galley/copyright"
        copyright_file.write_text(package_notes.notice_text("deb") +
                                  "\nGalley itself: /usr/share/common-licenses/Apache-2.0\n")
        (folder / "DEBIAN").mkdir()
        size = sum(each.lstat().st_size for each in folder.rglob("*") if not each.is_dir()) // 1024
        (folder / "DEBIAN/control").write_text(CONTROL.format(
            version=version(), architecture=architecture, size=size, depends=depends_of(folder)))
        (folder / "DEBIAN/triggers").write_text("activate-noawait ldconfig\n")
        sums = "".join(
            f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink() and "DEBIAN" not in path.parts)
        (folder / "DEBIAN/md5sums").write_text(sums)
        for path in [folder, *folder.rglob("*")]:
            if not path.is_symlink():
                path.chmod(mode_of(path))
            os.utime(path, (moment(), moment()), follow_symlinks=False)
        package = output / f"galley_{version()}_{architecture}.deb"
        run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder, package,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(moment())})
    return package


# --- What goes with them ---------------------------------------------------------------------

def make_notes(output):
    packages = package_notes.write_notes(output, version(), moment())
    if not packages:
        sys.exit(f"{output} holds no packages")
    for path in packages:
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


def main(words):
    if len(words) == 2 and words[0] == "notes":
        return make_notes(pathlib.Path(words[1]).resolve())
    if len(words) == 2 and words[0] == "check":
        return check_portable(pathlib.Path(words[1]))
    if len(words) == 3 and words[0] == "notice" and words[1] in package_notes.KINDS:
        return package_notes.write_notice(pathlib.Path(words[2]).resolve(), words[1])
    if len(words) != 3 or words[0] not in ("tar", "deb"):
        sys.exit(__doc__)
    os.umask(0o022)
    output = pathlib.Path(words[2]).resolve()
    output.mkdir(parents=True, exist_ok=True)
    make = make_tar if words[0] == "tar" else make_deb
    made = make(pathlib.Path(words[1]).resolve(), output)
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
