"""Writes the documents of this folder with LangChain itself: what `dumps` gives for prompts as
people build them.

    make.py            (needs langchain-core)
"""
import json
import pathlib

from langchain_core.load import dumps
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.prompts import (ChatPromptTemplate, FewShotPromptTemplate, MessagesPlaceholder,
                                    PromptTemplate)

HERE = pathlib.Path(__file__).parent

PROMPTS = {
    "hello": (PromptTemplate.from_template("Tell me a {adjective} joke about {content}."),
              {"adjective": "dry", "content": "harbours"}),
    "partial": (PromptTemplate.from_template("On {day}: {text}", partial_variables={"day": "Monday"}),
                {"text": "rain {not a tag}"}),
    "json_braces": (PromptTemplate.from_template('Answer as {{"name": "...", "n": {n}}}.'), {"n": "3"}),
    "mustache": (PromptTemplate.from_template("Hi {{name}}{{#loud}}!!{{/loud}}{{^loud}}.{{/loud}}",
                                              template_format="mustache"), {"name": "Ines", "loud": True}),
    "jinja": (PromptTemplate.from_template("{% for x in items %}{{ loop.index }}. {{ x }}\n{% endfor %}",
                                           template_format="jinja2"), {"items": ["one", "two"]}),
    "chat": (ChatPromptTemplate.from_messages([("system", "You are {role}."), ("human", "{question}")]),
             {"role": "a pilot", "question": "Is the channel deep?"}),
    "few_shot_chat": (ChatPromptTemplate.from_messages(
        [("system", "Give the antonym."), ("human", "high"), ("ai", "low"), ("human", "{word}")]),
        {"word": "wet"}),
    "placeholder": (ChatPromptTemplate.from_messages(
        [("system", "You remember."), MessagesPlaceholder("history"), ("human", "{question}")]),
        {"history": [{"role": "user", "content": "I am Tom."}, {"role": "assistant", "content": "Hello {Tom}."}],
         "question": "Who am I?"}),
    "optional_placeholder": (ChatPromptTemplate.from_messages(
        [("system", "Short."), MessagesPlaceholder("history", optional=True), ("human", "{question}")]),
        {"question": "Well?"}),
    "fixed_messages": (ChatPromptTemplate.from_messages(
        [SystemMessage("Never change {this}."), HumanMessage("a"), AIMessage("b"), ("human", "{x}")]),
        {"x": "c"}),
    "rag": (ChatPromptTemplate.from_messages(
        [("system", "Use the context.\n\n<context>\n{context}\n</context>\n\nSay you do not know otherwise."),
         ("human", "{input}")]),
        {"context": "Buses stop at nine.\n\nThe ferry runs all night.", "input": "How do I get home?"}),
    "mustache_chat": (ChatPromptTemplate.from_messages(
        [("system", "You help {{user.name}}."), ("human", "{{question}}")], template_format="mustache"),
        {"user": {"name": "Ana"}, "question": "a and b"}),
    "few_shot": (FewShotPromptTemplate(
        examples=[{"q": "2+2", "a": "4"}, {"q": "3+3", "a": "6"}],
        example_prompt=PromptTemplate.from_template("Q: {q}\nA: {a}"),
        prefix="Add.", suffix="Q: {input}\nA:", input_variables=["input"]),
        {"input": "4+4"}),
}

for name, (prompt, data) in PROMPTS.items():
    if name == "few_shot":  # which only `save` writes
        prompt.save(HERE / f"{name}.json")
    else:
        (HERE / f"{name}.json").write_text(json.dumps(json.loads(dumps(prompt)), indent=1) + "\n")
    (HERE / f"{name}.data.json").write_text(json.dumps(data) + "\n")
