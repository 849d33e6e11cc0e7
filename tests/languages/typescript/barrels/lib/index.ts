export { mix as blend, default as Palette } from "./colour";
//^ import lib/colour.ts
export * from "./shape";
//^ import lib/shape.ts
export * as colours from "./colour";
//^ import lib/colour.ts
import { start } from "./side";
//^ import lib/side.ts
export { start as default };
