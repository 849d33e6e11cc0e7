export function mix() {}
//^ function mix
export default class Palette {
//^ class Palette
  add() {
  //^ method Palette.add
    mix();
    //^ call mix -> Palette.add
  }
}
function helper() {}
//^ function helper
