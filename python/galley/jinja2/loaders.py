"""Where templates come from: the loaders of Jinja2."""

from __future__ import annotations

import importlib.util
import os
import posixpath
import zipfile
import zipimport
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping, MutableMapping, Sequence

from .exceptions import TemplateNotFound

if TYPE_CHECKING:
    from .environment import Environment, Template

Source = tuple[str, "str | None", "Callable[[], bool] | None"]


def split_template_path(template: str) -> list[str]:
    """The parts of a path; refuses what would lead out."""
    parts = []
    for part in template.split("/"):
        if os.sep in part or (os.path.altsep and os.path.altsep in part) or part == os.path.pardir:
            raise TemplateNotFound(template)
        if part and part != ".":
            parts.append(part)
    return parts


class BaseLoader:
    """What loaders derive from: they give the source of a template."""

    has_source_access = True

    def get_source(self, environment: Environment, template: str) -> Source:
        """The source, the name of its file or None, and a function that tells whether it is
        still up to date, or None."""
        if not self.has_source_access:
            raise RuntimeError(f"{type(self).__name__} cannot provide access to the source")
        raise TemplateNotFound(template)

    def list_templates(self) -> list[str]:
        raise TypeError("this loader cannot iterate over all templates")

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        source, filename, uptodate = self.get_source(environment, name)
        return environment._new_template(source, name, filename, globals, uptodate)


class FileSystemLoader(BaseLoader):
    """Templates below directories; the first that has one counts."""

    def __init__(
        self,
        searchpath: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        encoding: str = "utf-8",
        followlinks: bool = False,
    ) -> None:
        if isinstance(searchpath, (str, os.PathLike)):
            searchpath = [searchpath]
        self.searchpath = [os.fspath(each) for each in searchpath]
        self.encoding = encoding
        self.followlinks = followlinks

    def get_source(self, environment: Environment, template: str) -> Source:
        parts = split_template_path(template)
        for searchpath in self.searchpath:
            filename = posixpath.join(searchpath, *parts)
            if os.path.isfile(filename):
                break
        else:
            places = ", ".join(repr(each) for each in self.searchpath)
            plural = "path" if len(self.searchpath) == 1 else "paths"
            raise TemplateNotFound(template, f"{template!r} not found in search {plural}: {places}")
        with open(filename, encoding=self.encoding, newline="") as file:
            contents = file.read()
        changed = os.path.getmtime(filename)

        def uptodate() -> bool:
            try:
                return os.path.getmtime(filename) == changed
            except OSError:
                return False

        return contents, os.path.normpath(filename), uptodate

    def list_templates(self) -> list[str]:
        found = set()
        for searchpath in self.searchpath:
            for folder, _, filenames in os.walk(searchpath, followlinks=self.followlinks):
                for filename in filenames:
                    path = os.path.relpath(os.path.join(folder, filename), searchpath)
                    found.add(path.replace(os.sep, "/"))
        return sorted(found)


class PackageLoader(BaseLoader):
    """Templates in a directory of a package that is installed as files."""

    def __init__(self, package_name: str, package_path: str = "templates", encoding: str = "utf-8") -> None:
        package_path = os.path.normpath(package_path).rstrip(os.sep)
        if package_path == os.path.curdir:
            package_path = ""
        elif package_path[:2] == os.path.curdir + os.sep:
            package_path = package_path[2:]
        self.package_name = package_name
        self.package_path = package_path
        self.encoding = encoding
        spec = importlib.util.find_spec(package_name)
        if spec is None:
            raise ImportError(f"No module named {package_name!r}", name=package_name)
        self._loader: Any = spec.loader
        self._archive: str | None = None
        roots = list(spec.submodule_search_locations or [])
        if not roots and spec.origin:
            roots = [os.path.dirname(spec.origin)]
        if isinstance(spec.loader, zipimport.zipimporter):
            self._archive = spec.loader.archive
            inside = os.path.relpath(roots[0], self._archive) if roots else package_name
            self._template_root = os.path.join(inside, package_path).rstrip(os.sep)
            return
        roots = [os.path.join(each, package_path).rstrip(os.sep) for each in roots]
        self._template_root = next((each for each in roots if os.path.isdir(each)), "")
        if not self._template_root:
            raise ValueError(
                f"PackageLoader could not find a {package_path!r} directory in the"
                f" {package_name!r} package."
            )

    def get_source(self, environment: Environment, template: str) -> Source:
        parts = split_template_path(template)
        path = os.path.normpath(posixpath.join(self._template_root, *parts))
        if self._archive is not None:
            try:
                data = self._loader.get_data(os.path.join(self._archive, path))
            except OSError as problem:
                raise TemplateNotFound(template) from problem
            return data.decode(self.encoding), path, None
        if not os.path.isfile(path):
            raise TemplateNotFound(template)
        source = Path(path).read_bytes().decode(self.encoding)
        changed = os.path.getmtime(path)
        return source, path, lambda: os.path.isfile(path) and os.path.getmtime(path) == changed

    def list_templates(self) -> list[str]:
        if self._archive is None:
            return FileSystemLoader(self._template_root).list_templates()
        with zipfile.ZipFile(self._archive) as archive:
            prefix = self._template_root.replace(os.sep, "/") + "/"
            names = [each for each in archive.namelist() if each.startswith(prefix)]
        return sorted(each[len(prefix) :] for each in names if not each.endswith("/"))


class DictLoader(BaseLoader):
    """Templates in a dict."""

    def __init__(self, mapping: Mapping[str, str]) -> None:
        self.mapping = mapping

    def get_source(self, environment: Environment, template: str) -> Source:
        if template not in self.mapping:
            raise TemplateNotFound(template)
        source = self.mapping[template]
        return source, None, lambda: source == self.mapping.get(template)

    def list_templates(self) -> list[str]:
        return sorted(self.mapping)


class FunctionLoader(BaseLoader):
    """Templates that a function gives: a source, or what `get_source` gives, or None."""

    def __init__(self, load_func: Callable[[str], str | Source | None]) -> None:
        self.load_func = load_func

    def get_source(self, environment: Environment, template: str) -> Source:
        found = self.load_func(template)
        if found is None:
            raise TemplateNotFound(template)
        return (found, None, None) if isinstance(found, str) else found


class PrefixLoader(BaseLoader):
    """Other loaders by the first part of a name."""

    def __init__(self, mapping: Mapping[str, BaseLoader], delimiter: str = "/") -> None:
        self.mapping = mapping
        self.delimiter = delimiter

    def get_loader(self, template: str) -> tuple[BaseLoader, str]:
        prefix, found, name = template.partition(self.delimiter)
        if not found or prefix not in self.mapping:
            raise TemplateNotFound(template)
        return self.mapping[prefix], name

    def get_source(self, environment: Environment, template: str) -> Source:
        loader, name = self.get_loader(template)
        try:
            return loader.get_source(environment, name)
        except TemplateNotFound as problem:
            raise TemplateNotFound(template) from problem

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        loader, local = self.get_loader(name)
        try:
            return loader.load(environment, local, globals)
        except TemplateNotFound as problem:
            raise TemplateNotFound(name) from problem

    def list_templates(self) -> list[str]:
        return [
            prefix + self.delimiter + name
            for prefix, loader in self.mapping.items()
            for name in loader.list_templates()
        ]


class ChoiceLoader(BaseLoader):
    """The first of several loaders that has a template."""

    def __init__(self, loaders: Sequence[BaseLoader]) -> None:
        self.loaders = loaders

    def get_source(self, environment: Environment, template: str) -> Source:
        for loader in self.loaders:
            try:
                return loader.get_source(environment, template)
            except TemplateNotFound:
                pass
        raise TemplateNotFound(template)

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        for loader in self.loaders:
            try:
                return loader.load(environment, name, globals)
            except TemplateNotFound:
                pass
        raise TemplateNotFound(name)

    def list_templates(self) -> list[str]:
        return sorted({name for loader in self.loaders for name in loader.list_templates()})
