import "galley-prompts";

declare module "galley-prompts" {
  interface TemplateInputs {
    "hello": {
      "name"?: string;
    };
  }
}
