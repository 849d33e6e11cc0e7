#include "shape.h"
//^ import shape.h

static geo::Shape* pick(geo::Shape* a) { return a; }
//^ function pick(geo::Shape*)

int main()
//^ function main()
{
    geo::Shape s = geo::Shape::unit();
    //^ call shape.cpp#geo.Shape.unit() -> main()
    geo::Shape t(2);
    //^ call shape.h#geo.Shape -> main()
    const geo::Shape& view = s;
    view.parent();
    //^ call shape.h#geo.Shape.parent() const -> main()
    s.parent();
    //^ call shape.h#geo.Shape.parent() -> main()
    geo::Shape::Ptr shared = std::make_shared<geo::Shape>(3);
    shared->add(4);
    //^ call shape.cpp#geo.Shape.add(int) -> main()
    auto* made = new geo::Shape(5);
    //^ call shape.h#geo.Shape -> main()
    made->box().size();
    //^ call shape.cpp#geo.Shape.Box.size() const -> main(); call shape.cpp#geo.Shape.box() const -> main()
    if (auto* other = pick(&s))
    //^ call pick(geo::Shape*) -> main()
        other->draw(*canvas());
        //^ call shape.cpp#geo.Shape.draw(Canvas&) const -> main()
    static_cast<geo::Drawable*>(made)->refresh();
    //^ call shape.h#geo.Drawable.refresh() -> main()
    auto twice = [&](geo::Shape& one) { one.box(); return &one; };
    //^ call shape.cpp#geo.Shape.box() const -> main()
    twice(t)->refresh();
    //^ call shape.h#geo.Drawable.refresh() -> main()
    (*shared).refresh();
    //^ call shape.h#geo.Drawable.refresh() -> main()
    return s.unknown();
}
