// What `galley types` fills in: the values of each template of a workspace, by its name.

// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface TemplateInputs {}
