// check: definition, use, inherit
enum Colour {
//^ enum Colour
  Red,
  //^ field Colour.Red
  Green = 2,
  //^ field Colour.Green
}
namespace Paint {
//^ namespace Paint
  export interface Tin {
  //^ interface Paint.Tin
    colour: Colour;
    //^ field Paint.Tin.colour
    //^ use Colour -> Paint.Tin.colour
  }
  export function open(tin: Tin) {}
  //^ function Paint.open
  //^ use Paint.Tin -> Paint.open
}
type Mixed = Paint.Tin | Colour;
//^ type Mixed
//^ use Colour -> Mixed; use Paint.Tin -> Mixed
interface First {
//^ interface First
  a: Mixed;
  //^ field First.a
  //^ use Mixed -> First.a
}
interface Second<T extends First> extends First, Paint.Tin {
//^ interface Second
//^ inherit First -> Second; inherit Paint.Tin -> Second
  b: T;
  //^ field Second.b
  call(value: Mixed): Second<T>;
  //^ method Second.call
  //^ use Mixed -> Second.call; use Second -> Second.call
}
class Both {
//^ class Both
  value: Colour = Colour.Red;
  //^ field Both.value
  //^ use Colour -> Both.value; use Colour.Red -> Both.value
}
interface Both {
//^ interface Both~2
  more: First;
  //^ field Both.more
  //^ use First -> Both.more
}
const Both2: typeof Both = Both;
//^ constant Both2
//^ use Both -> Both2
function overloaded(value: string): First;
//^ use First -> overloaded
function overloaded(value: number): Mixed;
//^ use Mixed -> overloaded
function overloaded(value: any): any {
//^ function overloaded
  return value as Mixed;
  //^ use Mixed -> overloaded
}
