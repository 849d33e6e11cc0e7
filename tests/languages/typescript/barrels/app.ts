import main, { blend, mix as stir, Palette, colours, nothing } from "./lib";
//^ import lib/index.ts
import type { Sized } from "./lib/index.js";
//^ import lib/index.ts
import * as all from "./lib";
//^ import lib/index.ts
import "./lib/side";
//^ import lib/side.ts

export function paint(size: Sized) {
//^ function paint
  blend();
  //^ call lib/colour.ts#mix -> paint
  stir();
  //^ call lib/shape.ts#mix -> paint
  new Palette().add();
  //^ call lib/colour.ts#Palette -> paint; call lib/colour.ts#Palette.add -> paint
  colours.mix();
  //^ call lib/colour.ts#mix -> paint
  all.blend();
  //^ call lib/colour.ts#mix -> paint
  all.colours.Palette2;
  main();
  //^ call lib/side.ts#start -> paint
  nothing();
}

export async function late() {
//^ function late
  const shape = await import("./lib/shape");
  //^ import lib/shape.ts
  shape.mix();
  //^ call lib/shape.ts#mix -> late
}
