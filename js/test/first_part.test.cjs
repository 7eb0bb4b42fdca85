// The module in two parts: what renders needs the first only, and what needs the second brings
// it in, or says that it cannot.
"use strict";

const assert = require("node:assert/strict");
const { describe, it } = require("node:test");
const { runFirstPart } = require("./first_part.cjs");
const { call, render, Workspace } = require("..");
const { discard, instance } = require("../dist/node/instance.js");
const { platform, setPlatform } = require("../dist/node/platform.js");

// Runs with a second part that cannot be had, on an instance that has none.
function withoutRest(run) {
  const whole = platform;
  const asked = [];
  setPlatform({
    ...whole,
    compileRest: () => {
      asked.push(new Error("the second part was asked for"));
      throw asked.at(-1);
    },
  });
  discard();
  try {
    return run(asked);
  } finally {
    setPlatform(whole);
    discard();
  }
}

describe("the first part of the module", () => {
  it("renders by itself", () => {
    withoutRest(() => {
      const hello = Workspace.fromFiles({ "a.j2": "{% for x in xs %}{{ loop.index }}{{ x | upper }}{% endfor %}" }).template("a");
      assert.equal(hello.render({ xs: ["a", "b"] }), "1A2B");
      assert.throws(() => render("{{ x.y }}", {}), { code: "undefined-variable" });
    });
  });

  it("runs nearly all that it was made from by itself", () => {
    // Those that need a function of rest.txt do not.
    let apart = 0;
    const count = withoutRest((asked) =>
      runFirstPart((error) => {
        if (!asked.includes(error)) throw error;
        ++apart;
      }),
    );
    assert.ok(count > 700, `${count} fixtures`);
    assert.ok(apart < count / 20, `${apart} of ${count} need the second part`);
  });
});

describe("the second part", () => {
  it("comes when it is needed", () => {
    discard();
    const before = instance();
    assert.ok(call("operations.list").operations.length > 30);
    assert.equal(instance(), before);
  });

  it("says that it cannot be had, and the next call works", () => {
    withoutRest(() => {
      const template = Workspace.fromFiles({ "a.j2": "{{ x }}" }).template("a");
      assert.equal(template.render({ x: 1 }), "1");
      assert.throws(() => call("operations.list"), /second part was asked for/);
      assert.equal(template.render({ x: 2 }), "2");
    });
    assert.ok(call("operations.list").operations.length > 30);
  });
});
