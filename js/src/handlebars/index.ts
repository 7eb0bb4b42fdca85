// A drop-in for what applications use of Handlebars.js: galley's parser, and rendering over
// the caller's own objects.

import { HandlebarsEnvironment } from "./environment.js";

export const handlebars = new HandlebarsEnvironment();
