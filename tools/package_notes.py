"""What goes with packages: NOTICE, the SBOM (SPDX 2.3) and checksums.

Used by package_files.py.  PARTS lists the work of others that packages hold.
"""
import hashlib
import json
import pathlib
import re
import subprocess
import time
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEBIAN_DOCUMENTS = pathlib.Path("/usr/share/doc")
# Kinds of packages, as PARTS names them.
KINDS = ("tar", "deb", "whl", "npm", "addon")


class Part(NamedTuple):
    name: str
    source: str  # the Debian package, or PyPI's with its version
    licence: str
    owner: str
    kinds: str  # the packages that hold it

    @property
    def version(self):
        if "==" in self.source:
            return self.source.split("==")[1]
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", self.source],
                              text=True, capture_output=True)
        return done.stdout.strip() or "unknown"

    @property
    def purl(self):
        if "==" in self.source:
            return "pkg:pypi/" + self.source.replace("==", "@")
        return f"pkg:deb/debian/{self.source}@{self.version}"

    @property
    def terms(self):
        """The text of a licence that is to go along with what is made of it."""
        if self.licence not in ("MIT", "BSD-3-Clause"):
            return ""
        path = DEBIAN_DOCUMENTS / self.source / "copyright"
        return path.read_text(encoding="utf-8") if path.is_file() else ""


PARTS = [
    Part("simdjson", "libsimdjson-dev", "Apache-2.0", "The simdjson authors", "tar whl npm addon"),
    Part("libyaml", "libyaml-dev", "MIT", "Kirill Simonov, Ingy döt Net", "tar whl npm addon"),
    Part("pcre2", "libpcre2-dev", "BSD-3-Clause", "Philip Hazel and the University of Cambridge",
         "tar whl npm addon"),
    Part("sqlite", "libsqlite3-dev", "blessing", "", "tar whl addon"),
    Part("libstdc++", "libstdc++-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1",
         "Free Software Foundation, Inc", "tar addon"),
    Part("CLI11", "libcli11-dev", "BSD-3-Clause", "University of Cincinnati", "tar deb whl"),
    Part("boost", "libboost-dev", "BSL-1.0", "The Boost authors", "tar deb whl"),
    Part("nanobind", "nanobind==3.1.0", "BSD-3-Clause", "Wenzel Jakob", "whl"),
    Part("libc++", "libc++-19-dev-wasm32", "Apache-2.0 WITH LLVM-exception", "The LLVM authors", "npm"),
    Part("wasi-libc", "wasi-libc", "Apache-2.0 WITH LLVM-exception AND MIT",
         "The wasi-libc and musl authors", "npm"),
]


def notice_text(kind=None):
    """Ours, and that of what a kind of package holds, or all of them."""
    parts = [part for part in PARTS if kind is None or kind in part.kinds.split()]
    text = (ROOT / "NOTICE").read_text(encoding="utf-8")
    text += "\nLibraries that " + ("the packages hold" if kind is None else "this package holds") + ":\n\n"
    for part in parts:
        owner = f"Copyright {part.owner}.  {part.licence}." if part.owner else "In the public domain."
        text += f"{part.name} {part.version}\n    {owner}\n\n"
    for part in parts:
        if part.terms:
            text += f"--- {part.name}, as Debian has it ---\n\n{part.terms.rstrip()}\n\n"
    return text.rstrip() + "\n"


def write_notice(path, kind=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(notice_text(kind), encoding="utf-8")


def digest_of(path, algorithm="sha256"):
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def packages_in(output):
    return sorted(path for path in output.rglob("*")
                  if path.is_file() and "scratch" not in path.relative_to(output).parts
                  and re.search(r"\.(deb|tar\.gz|tgz|whl)$", path.name))


def kind_of(path):
    if path.name.endswith(".tgz"):
        return "addon" if path.parent.name == "native" else "npm"
    return "tar" if path.name.endswith(".tar.gz") else path.suffix[1:]


# --- The SBOM --------------------------------------------------------------------------------

def package_entry(spdx, name, licence, **more):
    return {"SPDXID": spdx, "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def part_entry(part):
    return package_entry(
        f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', part.name)}", part.name, part.licence,
        versionInfo=part.version, copyrightText=part.owner or "NONE",
        externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                       "referenceLocator": part.purl}])


def tokenizer_entry(description):
    text = description.read_text(encoding="utf-8")
    fields = dict(re.findall(r'^(package|licence): "(.*)"$', text, re.M))
    return package_entry(f"SPDXRef-tokenizer-{description.stem}", f"tokenizer {description.stem}",
                         fields["licence"], comment=f"taken from {fields['package']}")


def file_entry(spdx, path, output):
    return {"SPDXID": spdx, "fileName": f"./{path.relative_to(output).as_posix()}",
            "fileTypes": ["ARCHIVE"], "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": "SHA1", "checksumValue": digest_of(path, "sha1")},
                          {"algorithm": "SHA256", "checksumValue": digest_of(path)}]}


def relation(element, kind, other):
    return {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": other}


def sbom(output, packages, version, moment):
    """Galley and what it holds; each package, and the parts of others in it."""
    own = package_entry("SPDXRef-galley", "galley", "Apache-2.0", versionInfo=version)
    parts = {part: part_entry(part) for part in PARTS}
    tokenizers = [tokenizer_entry(each) for each in sorted((ROOT / "data/tokenizers").glob("*.yaml"))]
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    relations += [relation(own["SPDXID"], "CONTAINS", each["SPDXID"]) for each in tokenizers]
    files = []
    for at, path in enumerate(packages):
        entry = file_entry(f"SPDXRef-File-{at}", path, output)
        files.append(entry)
        relations.append(relation(entry["SPDXID"], "GENERATED_FROM", own["SPDXID"]))
        relations += [relation(entry["SPDXID"], "CONTAINS", part_at["SPDXID"])
                      for part, part_at in parts.items() if kind_of(path) in part.kinds.split()]
    seed = hashlib.sha256("".join(digest_of(path) for path in packages).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"galley-{version}",
        "documentNamespace": f"https://galley.example.org/spdx/{version}-{seed[:32]}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment)),
                         "creators": [f"Tool: package_files.py-{version}"]},
        "packages": [own, *parts.values(), *tokenizers], "files": files, "relationships": relations}


def write_notes(output, version, moment):
    """NOTICE, sbom.spdx.json and SHA256SUMS of all packages in `output`, which are returned."""
    packages = packages_in(output)
    write_notice(output / "NOTICE")
    document = sbom(output, packages, version, moment)
    (output / "sbom.spdx.json").write_text(
        json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    listed = [*packages, output / "NOTICE", output / "sbom.spdx.json"]
    (output / "SHA256SUMS").write_text("".join(
        f"{digest_of(path)}  {path.relative_to(output).as_posix()}\n" for path in listed))
    return packages
