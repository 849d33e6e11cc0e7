export * from "./index";
//^ import lib/index.ts
export interface Sized {
//^ interface Sized
  width: number;
  //^ field Sized.width
}
export function mix() {
//^ function mix
  helper();
  //^ call helper -> mix
}
const helper = () => 1;
//^ function helper
