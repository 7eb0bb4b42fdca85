"""What each operation takes and gives.  Generated from src/api/operations.def by
`./dev format`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypedDict, overload

from typing_extensions import NotRequired, Unpack

Workspace = TypedDict(
    "Workspace",
    {
        "files": NotRequired[Mapping[str, Any]],
        "dir": NotRequired[str],
        "project_root": NotRequired[str],
        "config": NotRequired[str],
        "settings": NotRequired[Mapping[str, str]],
        "base": NotRequired[str],
        "roots": NotRequired[Roots],
        "extensions": NotRequired[Sequence[Any]],
        "store": NotRequired[str],
        "given": NotRequired[Sequence[Any]],
        "unsaved": NotRequired[Mapping[str, Any]],
    },
)

Roots = TypedDict(
    "Roots",
    {
        "project": NotRequired[Sequence[Any]],
        "user": NotRequired[Sequence[Any]],
        "builtin": NotRequired[Sequence[Any]],
    },
)

Given = TypedDict(
    "Given",
    {
        "path": str,
        "text": NotRequired[str],
        "type": NotRequired[Any],
        "fallback": NotRequired[bool],
    },
)

Template = TypedDict(
    "Template",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
    },
)

DocumentText = TypedDict(
    "DocumentText",
    {
        "text": str,
        "name": NotRequired[str],
        "format": NotRequired[Literal["json", "yaml"]],
    },
)

SourceValue = TypedDict(
    "SourceValue",
    {
        "source": str,
        "args": NotRequired[Mapping[str, Any]],
        "value": Any,
    },
)

Layer = TypedDict(
    "Layer",
    {
        "text": NotRequired[str],
        "name": NotRequired[str],
        "format": NotRequired[Any],
        "path": NotRequired[str],
        "value": NotRequired[Any],
        "json": NotRequired[str],
    },
)

Definition = TypedDict(
    "Definition",
    {
        "format": Literal["huggingface", "tiktoken", "tekken", "sentencepiece"],
        "text": NotRequired[str],
        "base64": NotRequired[str],
        "pattern": NotRequired[str],
    },
)

ResponseFormat = TypedDict(
    "ResponseFormat",
    {
        "type": Any,
        "schema": Mapping[str, Any],
    },
)

JinjaOptions = TypedDict(
    "JinjaOptions",
    {
        "trim_blocks": NotRequired[bool],
        "lstrip_blocks": NotRequired[bool],
        "keep_trailing_newline": NotRequired[bool],
        "newline_sequence": NotRequired[str],
        "autoescape": NotRequired[bool],
        "undefined": NotRequired[Literal["default", "strict", "chainable", "debug"]],
        "block_start_string": NotRequired[str],
        "block_end_string": NotRequired[str],
        "variable_start_string": NotRequired[str],
        "variable_end_string": NotRequired[str],
        "comment_start_string": NotRequired[str],
        "comment_end_string": NotRequired[str],
        "line_statement_prefix": NotRequired[str],
        "line_comment_prefix": NotRequired[str],
        "extensions": NotRequired[Sequence[Any]],
        "profile": NotRequired[Any],
        "now": NotRequired[str],
        "html_json": NotRequired[bool],
    },
)

HandlebarsOptions = TypedDict(
    "HandlebarsOptions",
    {
        "noEscape": NotRequired[bool],
        "strict": NotRequired[bool],
        "assumeObjects": NotRequired[bool],
        "compat": NotRequired[bool],
        "preventIndent": NotRequired[bool],
        "ignoreStandalone": NotRequired[bool],
        "explicitPartialContext": NotRequired[bool],
        "data": NotRequired[Any],
        "structures": NotRequired[Literal["json", "js"]],
    },
)

CatalogCheckParams = TypedDict(
    "CatalogCheckParams",
    {
        "workspace": NotRequired[Workspace],
        "names": NotRequired[Sequence[str]],
        "format": NotRequired[Literal["text", "sarif", "github"]],
        "colour": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogCheckResult = TypedDict(
    "CatalogCheckResult",
    {
        "checked": int,
        "errors": int,
        "warnings": int,
        "findings": list[Any],
        "text": NotRequired[str],
    },
)

CatalogDumpParams = TypedDict(
    "CatalogDumpParams",
    {
        "workspace": NotRequired[Workspace],
        "stage": Literal["catalog", "document", "flat", "tokens", "ast", "code", "artifact"],
        "name": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogDumpResult = TypedDict(
    "CatalogDumpResult",
    {
        "text": str,
    },
)

CatalogGraphParams = TypedDict(
    "CatalogGraphParams",
    {
        "workspace": NotRequired[Workspace],
        "names": NotRequired[Sequence[str]],
        "format": NotRequired[Literal["text", "dot", "mermaid"]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogGraphResult = TypedDict(
    "CatalogGraphResult",
    {
        "nodes": list[Any],
        "edges": list[Any],
        "text": NotRequired[str],
    },
)

CatalogInspectParams = TypedDict(
    "CatalogInspectParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "cache": NotRequired[bool],
        "as": NotRequired[Any],
        "model": NotRequired[str],
        "prices": NotRequired[Mapping[str, Any]],
        "data": NotRequired[Mapping[str, Any]],
        "set": NotRequired[Sequence[Any]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogInspectResult = TypedDict(
    "CatalogInspectResult",
    {
        "entry": dict[str, Any],
        "cache": NotRequired[list[Any]],
        "variables": NotRequired[list[str]],
        "inputs": NotRequired[list[Any]],
        "complete": NotRequired[bool],
        "interface": NotRequired[dict[str, Any]],
        "extends": NotRequired[Any],
        "includes": NotRequired[list[str]],
        "imports": NotRequired[list[str]],
        "blocks": NotRequired[list[str]],
        "macros": NotRequired[list[str]],
        "dynamic": NotRequired[bool],
        "chat": NotRequired[dict[str, Any]],
    },
)

CatalogListParams = TypedDict(
    "CatalogListParams",
    {
        "workspace": NotRequired[Workspace],
        "tier": NotRequired[Literal["project", "user", "builtin"]],
        "type": NotRequired[Literal["jinja", "handlebars", "sections", "chat", "task", "model"]],
        "filter": NotRequired[str],
        "roots": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogListResult = TypedDict(
    "CatalogListResult",
    {
        "entries": list[Any],
        "roots": NotRequired[list[Any]],
    },
)

CatalogReachParams = TypedDict(
    "CatalogReachParams",
    {
        "workspace": NotRequired[Workspace],
        "tier": Literal["project", "user", "builtin"],
        "root_index": int,
        "relative_path": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogReachResult = TypedDict(
    "CatalogReachResult",
    {
        "name": Any,
    },
)

CatalogRenderParams = TypedDict(
    "CatalogRenderParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "data": NotRequired[Mapping[str, Any]],
        "options": NotRequired[JinjaOptions | HandlebarsOptions],
        "role": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogRenderResult = TypedDict(
    "CatalogRenderResult",
    {
        "text": str,
        "message": NotRequired[dict[str, Any]],
    },
)

CatalogResolveParams = TypedDict(
    "CatalogResolveParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogResolveResult = TypedDict(
    "CatalogResolveResult",
    {
        "logical_name": str,
        "tier": str,
        "relative_path": str,
        "absolute_path": Any,
        "root_index": int,
        "extension": str,
        "type": str,
        "reachable_as": Any,
    },
)

CatalogShowParams = TypedDict(
    "CatalogShowParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "resolved": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogShowResult = TypedDict(
    "CatalogShowResult",
    {
        "entry": dict[str, Any],
        "path": str,
        "text": str,
        "linked": NotRequired[list[Any]],
    },
)

CatalogWhichParams = TypedDict(
    "CatalogWhichParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

CatalogWhichResult = TypedDict(
    "CatalogWhichResult",
    {
        "winner": Any,
        "matches": list[Any],
    },
)

ChatBudgetParams = TypedDict(
    "ChatBudgetParams",
    {
        "template": Mapping[str, Any],
        "context": Mapping[str, Any],
        "set": NotRequired[Sequence[Any]],
        "sources": NotRequired[Any],
        "callbacks": NotRequired[bool],
        "task": NotRequired[str],
        "allowedSources": NotRequired[Sequence[str]],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "injections": NotRequired[Sequence[Any]],
        "injectionsText": NotRequired[Mapping[str, Any]],
        "laneDefaults": NotRequired[Any],
        "strict": NotRequired[bool],
        "macros": NotRequired[Mapping[str, Any]],
        "squash": NotRequired[bool],
        "from": int | str,
        "to": int | str,
        "points": NotRequired[int],
        "format": NotRequired[Any],
        "width": NotRequired[int],
        "colour": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatBudgetResult = TypedDict(
    "ChatBudgetResult",
    {
        "from": int,
        "to": int,
        "changes": int,
        "points": list[Any],
        "text": NotRequired[str],
    },
)

ChatCheckParams = TypedDict(
    "ChatCheckParams",
    {
        "template": Mapping[str, Any],
        "task": NotRequired[str],
        "allowedSources": NotRequired[Sequence[str]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatCheckResult = TypedDict(
    "ChatCheckResult",
    {
        "digest": str,
        "sources": list[str],
        "anchors": list[str],
        "slots": list[str],
    },
)

ChatDiffParams = TypedDict(
    "ChatDiffParams",
    {
        "a": Mapping[str, Any],
        "b": Mapping[str, Any],
        "as": NotRequired[Any],
        "model": NotRequired[str],
        "prices": NotRequired[Mapping[str, Any]],
        "format": NotRequired[Literal["text", "github", "html"]],
        "width": NotRequired[int],
        "colour": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatDiffResult = TypedDict(
    "ChatDiffResult",
    {
        "same": bool,
        "prefix": dict[str, Any],
        "first": Any,
        "survives": NotRequired[dict[str, Any]],
        "changes": list[Any],
        "sections": NotRequired[list[Any]],
        "text": NotRequired[str],
    },
)

ChatEmitParams = TypedDict(
    "ChatEmitParams",
    {
        "messages": Sequence[Any],
        "tools": NotRequired[Any],
        "toolChoice": NotRequired[Any],
        "responseFormat": NotRequired[Any],
        "as": Any,
        "model": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatEmitResult = TypedDict(
    "ChatEmitResult",
    {
        "request": NotRequired[Any],
        "text": NotRequired[str],
        "prompt": NotRequired[str],
        "tokens": NotRequired[int],
    },
)

ChatExplainParams = TypedDict(
    "ChatExplainParams",
    {
        "template": Mapping[str, Any],
        "context": Mapping[str, Any],
        "set": NotRequired[Sequence[Any]],
        "sources": NotRequired[Any],
        "callbacks": NotRequired[bool],
        "task": NotRequired[str],
        "allowedSources": NotRequired[Sequence[str]],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "injections": NotRequired[Sequence[Any]],
        "injectionsText": NotRequired[Mapping[str, Any]],
        "laneDefaults": NotRequired[Any],
        "strict": NotRequired[bool],
        "macros": NotRequired[Mapping[str, Any]],
        "squash": NotRequired[bool],
        "maxTokens": NotRequired[int | str],
        "as": NotRequired[Any],
        "format": NotRequired[Literal["text", "html"]],
        "width": NotRequired[int],
        "colour": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatExplainResult = TypedDict(
    "ChatExplainResult",
    {
        "usage": dict[str, Any],
        "file": NotRequired[str],
        "messages": list[Any],
        "budgets": list[Any],
        "dropped": list[Any],
        "drops": list[Any],
        "marks": NotRequired[list[Any]],
        "text": NotRequired[str],
    },
)

ChatRenderParams = TypedDict(
    "ChatRenderParams",
    {
        "template": Mapping[str, Any],
        "context": Mapping[str, Any],
        "set": NotRequired[Sequence[Any]],
        "sources": NotRequired[Any],
        "callbacks": NotRequired[bool],
        "task": NotRequired[str],
        "allowedSources": NotRequired[Sequence[str]],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "injections": NotRequired[Sequence[Any]],
        "injectionsText": NotRequired[Mapping[str, Any]],
        "laneDefaults": NotRequired[Any],
        "strict": NotRequired[bool],
        "macros": NotRequired[Mapping[str, Any]],
        "squash": NotRequired[bool],
        "maxTokens": NotRequired[int | str],
        "explain": NotRequired[bool],
        "as": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatRenderResult = TypedDict(
    "ChatRenderResult",
    {
        "messages": list[Any],
        "usage": dict[str, Any],
        "dropped": list[Any],
        "responseFormat": NotRequired[Any],
        "tools": NotRequired[list[Any]],
        "toolChoice": NotRequired[Any],
        "ledger": NotRequired[list[Any]],
    },
)

ChatSchemaParams = TypedDict(
    "ChatSchemaParams",
    {
        "document": NotRequired[Literal["chat", "task"]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatSchemaResult = TypedDict(
    "ChatSchemaResult",
    {
        "schema": dict[str, Any],
    },
)

ChatSimulateParams = TypedDict(
    "ChatSimulateParams",
    {
        "template": Mapping[str, Any],
        "conversation": NotRequired[Any],
        "synthetic": NotRequired[int],
        "as": NotRequired[Any],
        "model": NotRequired[str],
        "maxTokens": NotRequired[int | str],
        "prices": NotRequired[Mapping[str, Any]],
        "format": NotRequired[Literal["text", "svg"]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatSimulateResult = TypedDict(
    "ChatSimulateResult",
    {
        "policies": list[Any],
        "turns": list[Any],
        "advice": list[str],
        "text": NotRequired[str],
    },
)

ChatTransformParams = TypedDict(
    "ChatTransformParams",
    {
        "transforms": NotRequired[Sequence[Any]],
        "template": NotRequired[Mapping[str, Any]],
        "text": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

ChatTransformResult = TypedDict(
    "ChatTransformResult",
    {
        "text": str,
        "applied": list[Any],
    },
)

ConfigPathParams = TypedDict(
    "ConfigPathParams",
    {
        "workspace": NotRequired[Workspace],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ConfigPathResult = TypedDict(
    "ConfigPathResult",
    {
        "files": list[Any],
    },
)

ConfigValidateParams = TypedDict(
    "ConfigValidateParams",
    {
        "workspace": NotRequired[Workspace],
        "text": NotRequired[str],
        "name": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ConfigValidateResult = TypedDict(
    "ConfigValidateResult",
    {
        "valid": bool,
    },
)

ConfigViewParams = TypedDict(
    "ConfigViewParams",
    {
        "workspace": NotRequired[Workspace],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ConfigViewResult = TypedDict(
    "ConfigViewResult",
    {
        "project_root": str,
        "settings": list[Any],
    },
)

DataMergeParams = TypedDict(
    "DataMergeParams",
    {
        "layers": Sequence[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

DataMergeResult = TypedDict(
    "DataMergeResult",
    {
        "data": dict[str, Any],
    },
)

DiagnosticsListParams = TypedDict(
    "DiagnosticsListParams",
    {
        "code": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

DiagnosticsListResult = TypedDict(
    "DiagnosticsListResult",
    {
        "codes": list[Any],
    },
)

FileReadParams = TypedDict(
    "FileReadParams",
    {
        "workspace": NotRequired[Workspace],
        "name": NotRequired[str],
        "path": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

FileReadResult = TypedDict(
    "FileReadResult",
    {
        "path": Any,
        "text": str,
        "digest": str,
        "entry": NotRequired[dict[str, Any]],
    },
)

FileWriteParams = TypedDict(
    "FileWriteParams",
    {
        "workspace": NotRequired[Workspace],
        "path": str,
        "text": str,
        "base": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

FileWriteResult = TypedDict(
    "FileWriteResult",
    {
        "path": str,
        "digest": str,
    },
)

FormatReadParams = TypedDict(
    "FormatReadParams",
    {
        "text": NotRequired[str],
        "file": NotRequired[str],
        "workspace": NotRequired[Workspace],
        "format": NotRequired[Literal["json", "yaml", "toml", "front-matter", "markdown"]],
        "name": NotRequired[str],
        "positions": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

FormatReadResult = TypedDict(
    "FormatReadResult",
    {
        "value": NotRequired[Any],
        "metadata": NotRequired[Any],
        "body": NotRequired[str],
        "sections": NotRequired[list[Any]],
        "positions": NotRequired[list[Any]],
    },
)

HistoryReadParams = TypedDict(
    "HistoryReadParams",
    {
        "messages": Sequence[Any],
        "format": NotRequired[Literal["messages", "openai", "responses", "anthropic", "gemini", "mistral", "huggingface"]],
        "repair": NotRequired[Literal["stub", "drop", "error"]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

HistoryReadResult = TypedDict(
    "HistoryReadResult",
    {
        "messages": list[Any],
        "warnings": list[Any],
    },
)

ImportTemplateParams = TypedDict(
    "ImportTemplateParams",
    {
        "text": NotRequired[str],
        "files": NotRequired[Mapping[str, str]],
        "format": NotRequired[str],
        "name": NotRequired[str],
        "file": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ImportTemplateResult = TypedDict(
    "ImportTemplateResult",
    {
        "text": str,
        "type": str,
        "name": NotRequired[str],
        "warnings": list[Any],
        "files": list[Any],
    },
)

InstructionsCheckParams = TypedDict(
    "InstructionsCheckParams",
    {
        "workspace": NotRequired[Workspace],
        "manifest": NotRequired[str],
        "path": NotRequired[str],
        "root": NotRequired[str],
        "strict": NotRequired[bool],
        "lenient": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

InstructionsCheckResult = TypedDict(
    "InstructionsCheckResult",
    {
        "active": list[str],
        "findings": int,
    },
)

InstructionsExplainParams = TypedDict(
    "InstructionsExplainParams",
    {
        "workspace": NotRequired[Workspace],
        "manifest": NotRequired[str],
        "path": NotRequired[str],
        "root": NotRequired[str],
        "strict": NotRequired[bool],
        "lenient": NotRequired[bool],
        "kind": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

InstructionsExplainResult = TypedDict(
    "InstructionsExplainResult",
    {
        "manifest": str,
        "estimator": str,
        "tokens": int,
        "kinds": list[Any],
        "text": str,
    },
)

InstructionsExportParams = TypedDict(
    "InstructionsExportParams",
    {
        "workspace": NotRequired[Workspace],
        "manifest": NotRequired[str],
        "path": NotRequired[str],
        "root": NotRequired[str],
        "strict": NotRequired[bool],
        "lenient": NotRequired[bool],
        "to": Any,
        "check": NotRequired[bool],
        "force": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

InstructionsExportResult = TypedDict(
    "InstructionsExportResult",
    {
        "files": list[Any],
        "text": str,
    },
)

InstructionsInitParams = TypedDict(
    "InstructionsInitParams",
    {
        "workspace": NotRequired[Workspace],
        "manifest": NotRequired[str],
        "path": NotRequired[str],
        "force": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

InstructionsInitResult = TypedDict(
    "InstructionsInitResult",
    {
        "files": list[Any],
    },
)

InstructionsResolveParams = TypedDict(
    "InstructionsResolveParams",
    {
        "workspace": NotRequired[Workspace],
        "manifest": NotRequired[str],
        "path": NotRequired[str],
        "root": NotRequired[str],
        "strict": NotRequired[bool],
        "lenient": NotRequired[bool],
        "kind": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

InstructionsResolveResult = TypedDict(
    "InstructionsResolveResult",
    {
        "version": Any,
        "manifest": dict[str, Any],
        "active": list[str],
        "kinds": dict[str, Any],
    },
)

LimitsListParams = TypedDict(
    "LimitsListParams",
    {
        "limits": NotRequired[Mapping[str, int]],
    },
)

LimitsListResult = TypedDict(
    "LimitsListResult",
    {
        "limits": list[Any],
    },
)

ModelsListParams = TypedDict(
    "ModelsListParams",
    {
        "workspace": NotRequired[Workspace],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ModelsListResult = TypedDict(
    "ModelsListResult",
    {
        "models": list[Any],
    },
)

ModelsShowParams = TypedDict(
    "ModelsShowParams",
    {
        "workspace": NotRequired[Workspace],
        "model": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

ModelsShowResult = TypedDict(
    "ModelsShowResult",
    {
        "name": str,
        "description": NotRequired[str],
        "match": list[str],
        "tokenizer": dict[str, Any],
        "frame": dict[str, Any],
        "specials": str,
        "context": int,
        "reserve": int,
        "budget": int,
        "images": NotRequired[dict[str, Any]],
        "requests": NotRequired[dict[str, Any]],
        "exactness": str,
        "source": NotRequired[dict[str, Any]],
        "origin": str,
    },
)

OperationsListParams = TypedDict(
    "OperationsListParams",
    {
        "name": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

OperationsListResult = TypedDict(
    "OperationsListResult",
    {
        "operations": list[Any],
        "types": NotRequired[list[Any]],
    },
)

ProjectFilesParams = TypedDict(
    "ProjectFilesParams",
    {
        "agent": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

ProjectFilesResult = TypedDict(
    "ProjectFilesResult",
    {
        "files": list[Any],
    },
)

PromptRenderParams = TypedDict(
    "PromptRenderParams",
    {
        "workspace": NotRequired[Workspace],
        "name": NotRequired[str],
        "part": NotRequired[Literal["both", "user", "system"]],
        "data": NotRequired[Mapping[str, Any]],
        "set": NotRequired[Sequence[Any]],
        "options": NotRequired[JinjaOptions | HandlebarsOptions],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

PromptRenderResult = TypedDict(
    "PromptRenderResult",
    {
        "text": str,
        "system": NotRequired[str],
        "user": NotRequired[str],
        "usage": NotRequired[dict[str, Any]],
    },
)

SectionsCheckParams = TypedDict(
    "SectionsCheckParams",
    {
        "workspace": NotRequired[Workspace],
        "template": str,
        "strict": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

SectionsCheckResult = TypedDict(
    "SectionsCheckResult",
    {
        "findings": int,
    },
)

SectionsPromptParams = TypedDict(
    "SectionsPromptParams",
    {
        "workspace": NotRequired[Workspace],
        "definition": str,
        "values": NotRequired[Mapping[str, Any]],
        "set": NotRequired[Sequence[Any]],
        "strict": NotRequired[bool],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "role": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

SectionsPromptResult = TypedDict(
    "SectionsPromptResult",
    {
        "text": str,
        "message": NotRequired[dict[str, Any]],
        "usage": NotRequired[dict[str, Any]],
    },
)

SectionsRenderParams = TypedDict(
    "SectionsRenderParams",
    {
        "workspace": NotRequired[Workspace],
        "template": str,
        "strict": NotRequired[bool],
        "values": NotRequired[Mapping[str, Any]],
        "role": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

SectionsRenderResult = TypedDict(
    "SectionsRenderResult",
    {
        "text": str,
        "message": NotRequired[dict[str, Any]],
    },
)

SectionsResolveParams = TypedDict(
    "SectionsResolveParams",
    {
        "workspace": NotRequired[Workspace],
        "template": str,
        "strict": NotRequired[bool],
        "trace": NotRequired[bool],
        "output": NotRequired[Literal["yaml", "json"]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

SectionsResolveResult = TypedDict(
    "SectionsResolveResult",
    {
        "sections": dict[str, str],
        "section_order": list[str],
        "placeholders": dict[str, Any],
        "metadata": NotRequired[dict[str, Any]],
        "rendererRules": NotRequired[dict[str, Any]],
        "template": dict[str, Any],
        "trace": NotRequired[dict[str, Any]],
        "text": NotRequired[str],
    },
)

SectionsSchemaParams = TypedDict(
    "SectionsSchemaParams",
    {
        "workspace": NotRequired[Workspace],
        "template": str,
        "strict": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

SectionsSchemaResult = TypedDict(
    "SectionsSchemaResult",
    {
        "schema": dict[str, Any],
    },
)

StoreDiffParams = TypedDict(
    "StoreDiffParams",
    {
        "workspace": NotRequired[Workspace],
        "from": str,
        "to": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreDiffResult = TypedDict(
    "StoreDiffResult",
    {
        "from": str,
        "to": str,
        "equal": bool,
        "text": str,
    },
)

StoreExportParams = TypedDict(
    "StoreExportParams",
    {
        "workspace": NotRequired[Workspace],
        "directory": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreExportResult = TypedDict(
    "StoreExportResult",
    {
        "store": str,
        "documents": int,
        "versions": int,
    },
)

StoreHistoryParams = TypedDict(
    "StoreHistoryParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreHistoryResult = TypedDict(
    "StoreHistoryResult",
    {
        "store": str,
        "name": str,
        "versions": list[Any],
    },
)

StoreImportParams = TypedDict(
    "StoreImportParams",
    {
        "workspace": NotRequired[Workspace],
        "directory": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreImportResult = TypedDict(
    "StoreImportResult",
    {
        "store": str,
        "documents": int,
        "versions": int,
        "new_versions": int,
        "new_labels": int,
    },
)

StoreLabelParams = TypedDict(
    "StoreLabelParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "label": str,
        "also": NotRequired[Sequence[str]],
        "remove": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreLabelResult = TypedDict(
    "StoreLabelResult",
    {
        "store": str,
        "name": str,
        "label": str,
        "version": Any,
        "previous": Any,
    },
)

StoreListParams = TypedDict(
    "StoreListParams",
    {
        "workspace": NotRequired[Workspace],
        "type": NotRequired[str],
        "filter": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreListResult = TypedDict(
    "StoreListResult",
    {
        "store": str,
        "documents": list[Any],
    },
)

StorePullParams = TypedDict(
    "StorePullParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "write": NotRequired[bool],
        "path": NotRequired[str],
        "force": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StorePullResult = TypedDict(
    "StorePullResult",
    {
        "store": str,
        "name": str,
        "type": str,
        "version": dict[str, Any],
        "text": str,
        "path": NotRequired[str],
        "written": NotRequired[bool],
    },
)

StorePushParams = TypedDict(
    "StorePushParams",
    {
        "workspace": NotRequired[Workspace],
        "name": NotRequired[str],
        "path": NotRequired[str],
        "text": NotRequired[str],
        "type": NotRequired[Literal["jinja", "handlebars", "sections", "chat", "task", "instructions"]],
        "message": NotRequired[str],
        "author": NotRequired[str],
        "base": NotRequired[int],
        "time": NotRequired[Any],
        "labels": NotRequired[Sequence[str]],
        "always": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StorePushResult = TypedDict(
    "StorePushResult",
    {
        "store": str,
        "name": str,
        "version": int,
        "digest": str,
        "created": bool,
    },
)

StoreRollbackParams = TypedDict(
    "StoreRollbackParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "message": NotRequired[str],
        "author": NotRequired[str],
        "time": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreRollbackResult = TypedDict(
    "StoreRollbackResult",
    {
        "store": str,
        "name": str,
        "version": int,
        "digest": str,
        "created": bool,
    },
)

StoreStatusParams = TypedDict(
    "StoreStatusParams",
    {
        "workspace": NotRequired[Workspace],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreStatusResult = TypedDict(
    "StoreStatusResult",
    {
        "store": str,
        "documents": list[Any],
    },
)

StoreVerifyParams = TypedDict(
    "StoreVerifyParams",
    {
        "workspace": NotRequired[Workspace],
        "colour": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

StoreVerifyResult = TypedDict(
    "StoreVerifyResult",
    {
        "store": str,
        "checked": int,
        "errors": int,
        "warnings": int,
        "findings": list[Any],
        "text": str,
    },
)

TemplateBatchParams = TypedDict(
    "TemplateBatchParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "rows": Sequence[Any],
        "options": NotRequired[JinjaOptions | HandlebarsOptions],
        "role": NotRequired[str],
        "maxTokens": NotRequired[int | str],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "strict": NotRequired[bool],
        "as": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TemplateBatchResult = TypedDict(
    "TemplateBatchResult",
    {
        "rows": list[Any],
        "failed": int,
    },
)

TemplateFormatParams = TypedDict(
    "TemplateFormatParams",
    {
        "path": str,
        "text": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

TemplateFormatResult = TypedDict(
    "TemplateFormatResult",
    {
        "text": str,
        "changed": bool,
    },
)

TemplateRenameParams = TypedDict(
    "TemplateRenameParams",
    {
        "path": str,
        "text": str,
        "id": str,
        "limits": NotRequired[Mapping[str, int]],
    },
)

TemplateRenameResult = TypedDict(
    "TemplateRenameResult",
    {
        "text": str,
        "changed": bool,
    },
)

TemplateRenderParams = TypedDict(
    "TemplateRenderParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "data": NotRequired[Mapping[str, Any]],
        "set": NotRequired[Sequence[Any]],
        "options": NotRequired[JinjaOptions | HandlebarsOptions],
        "role": NotRequired[str],
        "maxTokens": NotRequired[int | str],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "estimator": NotRequired[str],
        "injections": NotRequired[Sequence[Any]],
        "injectionsText": NotRequired[Mapping[str, Any]],
        "squash": NotRequired[bool],
        "strict": NotRequired[bool],
        "macros": NotRequired[Mapping[str, Any]],
        "as": NotRequired[Any],
        "checkInput": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TemplateRenderResult = TypedDict(
    "TemplateRenderResult",
    {
        "text": NotRequired[str],
        "message": NotRequired[dict[str, Any]],
        "request": NotRequired[Any],
        "usage": NotRequired[dict[str, Any]],
        "dropped": NotRequired[list[Any]],
        "marks": NotRequired[list[Any]],
    },
)

TemplateSchemaParams = TypedDict(
    "TemplateSchemaParams",
    {
        "workspace": NotRequired[Workspace],
        "name": str,
        "strict": NotRequired[bool],
        "example": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TemplateSchemaResult = TypedDict(
    "TemplateSchemaResult",
    {
        "schema": dict[str, Any],
        "example": NotRequired[dict[str, Any]],
    },
)

TestsCasesParams = TypedDict(
    "TestsCasesParams",
    {
        "workspace": NotRequired[Workspace],
        "names": NotRequired[Sequence[str]],
        "cases": NotRequired[Sequence[str]],
        "texts": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TestsCasesResult = TypedDict(
    "TestsCasesResult",
    {
        "files": list[Any],
    },
)

TestsRunParams = TypedDict(
    "TestsRunParams",
    {
        "workspace": NotRequired[Workspace],
        "names": NotRequired[Sequence[str]],
        "cases": NotRequired[Sequence[str]],
        "update": NotRequired[bool],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "format": NotRequired[Literal["text", "junit"]],
        "colour": NotRequired[bool],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TestsRunResult = TypedDict(
    "TestsRunResult",
    {
        "passed": int,
        "failed": int,
        "files": list[Any],
        "text": NotRequired[str],
    },
)

TextInspectParams = TypedDict(
    "TextInspectParams",
    {
        "language": Literal["jinja", "handlebars"],
        "source": str,
        "options": NotRequired[JinjaOptions | HandlebarsOptions],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TextInspectResult = TypedDict(
    "TextInspectResult",
    {
        "variables": list[str],
        "inputs": list[Any],
        "extends": NotRequired[Any],
        "includes": NotRequired[list[str]],
        "imports": NotRequired[list[str]],
        "blocks": NotRequired[list[str]],
        "macros": NotRequired[list[str]],
        "helpers": NotRequired[list[str]],
        "dynamic": NotRequired[bool],
    },
)

TextNamesParams = TypedDict(
    "TextNamesParams",
    {
        "language": Literal["jinja", "handlebars"],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TextNamesResult = TypedDict(
    "TextNamesResult",
    {
        "filters": NotRequired[list[Any]],
        "tests": NotRequired[list[Any]],
        "functions": NotRequired[list[Any]],
        "helpers": NotRequired[list[Any]],
    },
)

TextRenderParams = TypedDict(
    "TextRenderParams",
    {
        "language": Literal["jinja", "handlebars"],
        "source": str,
        "data": Any,
        "globals": NotRequired[Mapping[str, Any]],
        "templates": NotRequired[Mapping[str, str]],
        "options": NotRequired[JinjaOptions | HandlebarsOptions],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TextRenderResult = TypedDict(
    "TextRenderResult",
    {
        "text": str,
        "log": NotRequired[list[Any]],
    },
)

TokensCalibrateParams = TypedDict(
    "TokensCalibrateParams",
    {
        "workspace": NotRequired[Workspace],
        "records": str,
        "model": str,
        "as": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensCalibrateResult = TypedDict(
    "TokensCalibrateResult",
    {
        "name": str,
        "records": int,
        "factor": Any,
        "margin": Any,
        "before": dict[str, Any],
        "after": dict[str, Any],
        "profile": str,
    },
)

TokensCountParams = TypedDict(
    "TokensCountParams",
    {
        "text": NotRequired[str],
        "messages": NotRequired[Sequence[Any]],
        "tools": NotRequired[Any],
        "toolChoice": NotRequired[Any],
        "model": NotRequired[str],
        "tokenizer": NotRequired[str],
        "definition": NotRequired[Any],
        "estimator": NotRequired[str],
        "specials": NotRequired[Any],
        "workspace": NotRequired[Workspace],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensCountResult = TypedDict(
    "TokensCountResult",
    {
        "tokens": int,
        "exactness": str,
        "estimatedMargin": NotRequired[int],
    },
)

TokensDecodeParams = TypedDict(
    "TokensDecodeParams",
    {
        "ids": Sequence[Any],
        "tokenizer": NotRequired[str],
        "definition": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensDecodeResult = TypedDict(
    "TokensDecodeResult",
    {
        "text": str,
    },
)

TokensEncodeParams = TypedDict(
    "TokensEncodeParams",
    {
        "text": str,
        "tokenizer": NotRequired[str],
        "definition": NotRequired[Any],
        "specials": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensEncodeResult = TypedDict(
    "TokensEncodeResult",
    {
        "ids": list[Any],
    },
)

TokensImportParams = TypedDict(
    "TokensImportParams",
    {
        "file": str,
        "as": NotRequired[str],
        "format": NotRequired[str],
        "pattern": NotRequired[str],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensImportResult = TypedDict(
    "TokensImportResult",
    {
        "name": str,
        "tokens": int,
    },
)

TokensListParams = TypedDict(
    "TokensListParams",
    {
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensListResult = TypedDict(
    "TokensListResult",
    {
        "tokenizers": list[Any],
    },
)

TokensPiecesParams = TypedDict(
    "TokensPiecesParams",
    {
        "text": str,
        "tokenizer": NotRequired[str],
        "definition": NotRequired[Any],
        "specials": NotRequired[Any],
        "limits": NotRequired[Mapping[str, int]],
    },
)

TokensPiecesResult = TypedDict(
    "TokensPiecesResult",
    {
        "pieces": list[Any],
    },
)

VersionParams = TypedDict(
    "VersionParams",
    {
        "limits": NotRequired[Mapping[str, int]],
    },
)

VersionResult = TypedDict(
    "VersionResult",
    {
        "version": str,
    },
)

WorkspaceDiffParams = TypedDict(
    "WorkspaceDiffParams",
    {
        "before": Workspace,
        "workspace": NotRequired[Workspace],
        "format": NotRequired[Literal["text", "markdown", "junit"]],
        "limits": NotRequired[Mapping[str, int]],
    },
)

WorkspaceDiffResult = TypedDict(
    "WorkspaceDiffResult",
    {
        "changed": int,
        "templates": list[Any],
        "text": NotRequired[str],
    },
)

class Call(Protocol):
    """Runs an operation by its name."""

    @overload
    def __call__(
        self, method: Literal["catalog.check"], /, **params: Unpack[CatalogCheckParams]
    ) -> CatalogCheckResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.dump"], /, **params: Unpack[CatalogDumpParams]
    ) -> CatalogDumpResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.graph"], /, **params: Unpack[CatalogGraphParams]
    ) -> CatalogGraphResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.inspect"], /, **params: Unpack[CatalogInspectParams]
    ) -> CatalogInspectResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.list"], /, **params: Unpack[CatalogListParams]
    ) -> CatalogListResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.reach"], /, **params: Unpack[CatalogReachParams]
    ) -> CatalogReachResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.render"], /, **params: Unpack[CatalogRenderParams]
    ) -> CatalogRenderResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.resolve"], /, **params: Unpack[CatalogResolveParams]
    ) -> CatalogResolveResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.show"], /, **params: Unpack[CatalogShowParams]
    ) -> CatalogShowResult: ...
    @overload
    def __call__(
        self, method: Literal["catalog.which"], /, **params: Unpack[CatalogWhichParams]
    ) -> CatalogWhichResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.budget"], /, **params: Unpack[ChatBudgetParams]
    ) -> ChatBudgetResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.check"], /, **params: Unpack[ChatCheckParams]
    ) -> ChatCheckResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.diff"], /, **params: Unpack[ChatDiffParams]
    ) -> ChatDiffResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.emit"], /, **params: Unpack[ChatEmitParams]
    ) -> ChatEmitResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.explain"], /, **params: Unpack[ChatExplainParams]
    ) -> ChatExplainResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.render"], /, **params: Unpack[ChatRenderParams]
    ) -> ChatRenderResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.schema"], /, **params: Unpack[ChatSchemaParams]
    ) -> ChatSchemaResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.simulate"], /, **params: Unpack[ChatSimulateParams]
    ) -> ChatSimulateResult: ...
    @overload
    def __call__(
        self, method: Literal["chat.transform"], /, **params: Unpack[ChatTransformParams]
    ) -> ChatTransformResult: ...
    @overload
    def __call__(
        self, method: Literal["config.path"], /, **params: Unpack[ConfigPathParams]
    ) -> ConfigPathResult: ...
    @overload
    def __call__(
        self, method: Literal["config.validate"], /, **params: Unpack[ConfigValidateParams]
    ) -> ConfigValidateResult: ...
    @overload
    def __call__(
        self, method: Literal["config.view"], /, **params: Unpack[ConfigViewParams]
    ) -> ConfigViewResult: ...
    @overload
    def __call__(
        self, method: Literal["data.merge"], /, **params: Unpack[DataMergeParams]
    ) -> DataMergeResult: ...
    @overload
    def __call__(
        self, method: Literal["diagnostics.list"], /, **params: Unpack[DiagnosticsListParams]
    ) -> DiagnosticsListResult: ...
    @overload
    def __call__(
        self, method: Literal["file.read"], /, **params: Unpack[FileReadParams]
    ) -> FileReadResult: ...
    @overload
    def __call__(
        self, method: Literal["file.write"], /, **params: Unpack[FileWriteParams]
    ) -> FileWriteResult: ...
    @overload
    def __call__(
        self, method: Literal["format.read"], /, **params: Unpack[FormatReadParams]
    ) -> FormatReadResult: ...
    @overload
    def __call__(
        self, method: Literal["history.read"], /, **params: Unpack[HistoryReadParams]
    ) -> HistoryReadResult: ...
    @overload
    def __call__(
        self, method: Literal["import.template"], /, **params: Unpack[ImportTemplateParams]
    ) -> ImportTemplateResult: ...
    @overload
    def __call__(
        self, method: Literal["instructions.check"], /, **params: Unpack[InstructionsCheckParams]
    ) -> InstructionsCheckResult: ...
    @overload
    def __call__(
        self, method: Literal["instructions.explain"], /, **params: Unpack[InstructionsExplainParams]
    ) -> InstructionsExplainResult: ...
    @overload
    def __call__(
        self, method: Literal["instructions.export"], /, **params: Unpack[InstructionsExportParams]
    ) -> InstructionsExportResult: ...
    @overload
    def __call__(
        self, method: Literal["instructions.init"], /, **params: Unpack[InstructionsInitParams]
    ) -> InstructionsInitResult: ...
    @overload
    def __call__(
        self, method: Literal["instructions.resolve"], /, **params: Unpack[InstructionsResolveParams]
    ) -> InstructionsResolveResult: ...
    @overload
    def __call__(
        self, method: Literal["limits.list"], /, **params: Unpack[LimitsListParams]
    ) -> LimitsListResult: ...
    @overload
    def __call__(
        self, method: Literal["models.list"], /, **params: Unpack[ModelsListParams]
    ) -> ModelsListResult: ...
    @overload
    def __call__(
        self, method: Literal["models.show"], /, **params: Unpack[ModelsShowParams]
    ) -> ModelsShowResult: ...
    @overload
    def __call__(
        self, method: Literal["operations.list"], /, **params: Unpack[OperationsListParams]
    ) -> OperationsListResult: ...
    @overload
    def __call__(
        self, method: Literal["project.files"], /, **params: Unpack[ProjectFilesParams]
    ) -> ProjectFilesResult: ...
    @overload
    def __call__(
        self, method: Literal["prompt.render"], /, **params: Unpack[PromptRenderParams]
    ) -> PromptRenderResult: ...
    @overload
    def __call__(
        self, method: Literal["sections.check"], /, **params: Unpack[SectionsCheckParams]
    ) -> SectionsCheckResult: ...
    @overload
    def __call__(
        self, method: Literal["sections.prompt"], /, **params: Unpack[SectionsPromptParams]
    ) -> SectionsPromptResult: ...
    @overload
    def __call__(
        self, method: Literal["sections.render"], /, **params: Unpack[SectionsRenderParams]
    ) -> SectionsRenderResult: ...
    @overload
    def __call__(
        self, method: Literal["sections.resolve"], /, **params: Unpack[SectionsResolveParams]
    ) -> SectionsResolveResult: ...
    @overload
    def __call__(
        self, method: Literal["sections.schema"], /, **params: Unpack[SectionsSchemaParams]
    ) -> SectionsSchemaResult: ...
    @overload
    def __call__(
        self, method: Literal["store.diff"], /, **params: Unpack[StoreDiffParams]
    ) -> StoreDiffResult: ...
    @overload
    def __call__(
        self, method: Literal["store.export"], /, **params: Unpack[StoreExportParams]
    ) -> StoreExportResult: ...
    @overload
    def __call__(
        self, method: Literal["store.history"], /, **params: Unpack[StoreHistoryParams]
    ) -> StoreHistoryResult: ...
    @overload
    def __call__(
        self, method: Literal["store.import"], /, **params: Unpack[StoreImportParams]
    ) -> StoreImportResult: ...
    @overload
    def __call__(
        self, method: Literal["store.label"], /, **params: Unpack[StoreLabelParams]
    ) -> StoreLabelResult: ...
    @overload
    def __call__(
        self, method: Literal["store.list"], /, **params: Unpack[StoreListParams]
    ) -> StoreListResult: ...
    @overload
    def __call__(
        self, method: Literal["store.pull"], /, **params: Unpack[StorePullParams]
    ) -> StorePullResult: ...
    @overload
    def __call__(
        self, method: Literal["store.push"], /, **params: Unpack[StorePushParams]
    ) -> StorePushResult: ...
    @overload
    def __call__(
        self, method: Literal["store.rollback"], /, **params: Unpack[StoreRollbackParams]
    ) -> StoreRollbackResult: ...
    @overload
    def __call__(
        self, method: Literal["store.status"], /, **params: Unpack[StoreStatusParams]
    ) -> StoreStatusResult: ...
    @overload
    def __call__(
        self, method: Literal["store.verify"], /, **params: Unpack[StoreVerifyParams]
    ) -> StoreVerifyResult: ...
    @overload
    def __call__(
        self, method: Literal["template.batch"], /, **params: Unpack[TemplateBatchParams]
    ) -> TemplateBatchResult: ...
    @overload
    def __call__(
        self, method: Literal["template.format"], /, **params: Unpack[TemplateFormatParams]
    ) -> TemplateFormatResult: ...
    @overload
    def __call__(
        self, method: Literal["template.rename"], /, **params: Unpack[TemplateRenameParams]
    ) -> TemplateRenameResult: ...
    @overload
    def __call__(
        self, method: Literal["template.render"], /, **params: Unpack[TemplateRenderParams]
    ) -> TemplateRenderResult: ...
    @overload
    def __call__(
        self, method: Literal["template.schema"], /, **params: Unpack[TemplateSchemaParams]
    ) -> TemplateSchemaResult: ...
    @overload
    def __call__(
        self, method: Literal["tests.cases"], /, **params: Unpack[TestsCasesParams]
    ) -> TestsCasesResult: ...
    @overload
    def __call__(
        self, method: Literal["tests.run"], /, **params: Unpack[TestsRunParams]
    ) -> TestsRunResult: ...
    @overload
    def __call__(
        self, method: Literal["text.inspect"], /, **params: Unpack[TextInspectParams]
    ) -> TextInspectResult: ...
    @overload
    def __call__(
        self, method: Literal["text.names"], /, **params: Unpack[TextNamesParams]
    ) -> TextNamesResult: ...
    @overload
    def __call__(
        self, method: Literal["text.render"], /, **params: Unpack[TextRenderParams]
    ) -> TextRenderResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.calibrate"], /, **params: Unpack[TokensCalibrateParams]
    ) -> TokensCalibrateResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.count"], /, **params: Unpack[TokensCountParams]
    ) -> TokensCountResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.decode"], /, **params: Unpack[TokensDecodeParams]
    ) -> TokensDecodeResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.encode"], /, **params: Unpack[TokensEncodeParams]
    ) -> TokensEncodeResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.import"], /, **params: Unpack[TokensImportParams]
    ) -> TokensImportResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.list"], /, **params: Unpack[TokensListParams]
    ) -> TokensListResult: ...
    @overload
    def __call__(
        self, method: Literal["tokens.pieces"], /, **params: Unpack[TokensPiecesParams]
    ) -> TokensPiecesResult: ...
    @overload
    def __call__(
        self, method: Literal["version"], /, **params: Unpack[VersionParams]
    ) -> VersionResult: ...
    @overload
    def __call__(
        self, method: Literal["workspace.diff"], /, **params: Unpack[WorkspaceDiffParams]
    ) -> WorkspaceDiffResult: ...
    @overload
    def __call__(self, method: str, /, **params: Any) -> Any: ...
