"""DSPy: an adapter whose prompt is a chat template of galley."""

from __future__ import annotations

from typing import Any

import dspy

from .._template import Template


class GalleyAdapter(dspy.ChatAdapter):  # type: ignore[misc]
    """Renders the messages of a call from a chat template, which reads `signature` (its
    `instructions`, and `inputs` and `outputs` with their descriptions), `demos` and `inputs`; what
    the model answers is read as `dspy.ChatAdapter` reads it."""

    def __init__(self, template: Template, **options: Any) -> None:
        super().__init__()
        self.template = template
        self.options = options

    def format(self, signature: Any, demos: list[dict[str, Any]], inputs: dict[str, Any]) -> list[dict[str, Any]]:
        def fields(of: Any) -> list[dict[str, str]]:
            return [{"name": name, "desc": field.json_schema_extra.get("desc", "")} for name, field in of.items()]

        context = {
            "signature": {
                "instructions": signature.instructions,
                "inputs": fields(signature.input_fields),
                "outputs": fields(signature.output_fields),
                "answer": self.user_message_output_requirements(signature),
            },
            "demos": [dict(each) for each in demos],
            "inputs": {name: str(value) for name, value in inputs.items()},
        }
        messages: list[dict[str, Any]] = self.template.render_chat(context, **self.options).openai()["messages"]
        return messages
