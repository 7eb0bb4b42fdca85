// The drop-in for Handlebars.js, where applications rely on the caller's own objects.
// handlebars_suite.cjs runs the suite of Handlebars.js itself.
"use strict";

const assert = require("node:assert/strict");
const { describe, it } = require("node:test");
const { handlebars: Handlebars } = require("..");

describe("handlebars", () => {
  it("calls functions, and hands over the caller's own objects", () => {
    class Person {
      constructor(name) {
        this.name = name;
      }
    }
    const ann = new Person("Ann");
    const environment = Handlebars.create();
    const seen = [];
    environment.registerHelper("see", function (value, options) {
      seen.push(this, value, options.hash.key);
      return "";
    });
    const key = Symbol("key");
    assert.equal(environment.compile("{{#with person}}{{see ../fn key=../key}}{{name}}{{/with}} {{made}}")({
      person: ann, fn: key, key: ann, made: () => "now",
    }), "Ann now");
    assert.deepEqual(seen, [ann, key, ann]);
  });

  it("reads own properties, and what is allowed", () => {
    class Point {
      get x() {
        return 1;
      }
      name() {
        return "point";
      }
    }
    const template = Handlebars.compile("[{{x}}{{name}}{{constructor}}]");
    const silent = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };
    assert.equal(template(new Point(), silent), "[]");
    assert.equal(template(new Point(), { ...silent, allowedProtoProperties: { x: true } }), "[1]");
    assert.equal(template(new Point(), { ...silent, allowedProtoMethods: { name: true } }), "[point]");
  });

  it("has block helpers with everything", () => {
    const environment = Handlebars.create();
    environment.registerHelper("list", function (items, options) {
      const data = environment.createFrame(options.data);
      return items.map((item, index) => {
        data.place = index + 1;
        return options.fn(item, { data, blockParams: [item, index] });
      }).join("") || options.inverse(this);
    });
    const template = environment.compile("{{#list items as |item at|}}{{@place}}:{{item}}/{{at}}/{{@root.z}} {{else}}none{{/list}}");
    assert.equal(template({ items: ["a", "b"], z: 9 }), "1:a/0/9 2:b/1/9 ");
    assert.equal(template({ items: [] }), "none");
  });

  it("has partials, and gives up what was registered", () => {
    const environment = Handlebars.create();
    environment.registerPartial("row", "<{{v}}>");
    assert.equal(environment.compile("{{#each l}}{{> row v=this}}{{/each}}")({ l: [1, 2] }), "<1><2>");
    environment.unregisterPartial("row");
    assert.throws(() => environment.compile("{{> row}}")({}), { message: "The partial row could not be found" });
  });

  it("escapes as Handlebars.js does", () => {
    assert.equal(Handlebars.escapeExpression("<&\"'`=>"), "&lt;&amp;&quot;&#x27;&#x60;&#x3D;&gt;");
    assert.equal(Handlebars.compile("{{a}}{{{a}}}{{b}}")({ a: "<", b: new Handlebars.SafeString("<") }), "&lt;<<");
  });

  it("tells where a template is wrong", () => {
    assert.throws(() => Handlebars.compile("\n  {{#if}}\n{{/each}}")({}), { message: "if doesn't match each - 2:5", lineNumber: 2, column: 5 });
    assert.throws(() => Handlebars.compile("{{a")({}), /Parse error on line 1/);
  });

  it("is precompiled and run elsewhere", () => {
    const text = Handlebars.precompile("{{a}}!");
    const spec = new Function(`return ${text}`)();
    assert.equal(Handlebars.template(spec)({ a: 1 }), "1!");
  });
});
