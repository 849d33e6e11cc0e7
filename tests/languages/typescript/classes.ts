interface Shape {
//^ interface Shape
  area(): number;
  //^ method Shape.area
  readonly name: string;
  //^ field Shape.name
}

abstract class Base implements Shape {
//^ class Base
//^ inherit Shape -> Base
  static made = 0;
  //^ field Base.made
  static create(): Square {
  //^ method Base.create
    this.count();
    //^ call Base.count -> Base.create
    return new Square(new Pen(), 1);
    //^ call Pen -> Base.create; call Square -> Base.create
  }
  static count() {}
  //^ method Base.count
  abstract area(): number;
  //^ method Base.area
  get name(): string {
  //^ method Base.name
    return this.describe();
    //^ call Base.describe -> Base.name
  }
  protected describe() {
  //^ method Base.describe
    return "base";
  }
}

class Pen {
//^ class Pen
  draw(): Pen {
  //^ method Pen.draw
    return this;
  }
  stop() {}
  //^ method Pen.stop
}

class Square extends Base {
//^ class Square
//^ inherit Base -> Square
  private tool = new Pen();
  //^ field Square.tool
  //^ call Pen -> Square.tool
  render = () => this.pen.draw();
  //^ method Square.render
  //^ call Pen.draw -> Square.render
  constructor(private readonly pen: Pen, side: number) {
  //^ method Square.constructor; field Square.pen
    super();
    //^ call Base -> Square.constructor
    this.other = pen;
    this.area();
    //^ call Square.area -> Square.constructor
  }
  private other;
  //^ field Square.other
  area() {
  //^ method Square.area
    return 1;
  }
  describe() {
  //^ method Square.describe
    return super.describe();
    //^ call Base.describe -> Square.describe
  }
  work() {
  //^ method Square.work
    this.tool.draw().stop();
    //^ call Pen.draw -> Square.work; call Pen.stop -> Square.work
    this.other.stop();
    //^ call Pen.stop -> Square.work
    this.render();
    //^ call Square.render -> Square.work
    const self = this;
    self.area();
    //^ call Square.area -> Square.work
    [1].forEach(() => this.area());
    //^ call Square.area -> Square.work
    [1].forEach(function () {
      this.area();
    });
    return this.name;
  }
}

const Named = class extends Square {
//^ class Named
//^ inherit Square -> Named
  extra() {
  //^ method Named.extra
    this.work();
    //^ call Square.work -> Named.extra
  }
};

const made = Base.create();
//^ constant made
//^ call Base.create -> made
made.work();
//^ call Square.work -> module
new Named(new Pen(), 2).extra();
//^ call Named -> module; call Named.extra -> module; call Pen -> module

class Same {
//^ class Same
  describe() {}
  //^ method Same.describe
}
function unknown(value) {
//^ function unknown
  value.describe();
  value.stop();
}
