#include "shape.h"
//^ import shape.h

namespace geo {
//^ namespace geo

template <typename T>
T* Pool<T>::make() { return new T(); }
//^ method geo.Pool.make()

Shape::Shape(int side, const char* name) : Drawable(), side_(side), boxes_() { refresh(); }
//^ method geo.Shape.Shape(int,const char*); call shape.h#geo.Drawable -> geo.Shape.Shape(int,const char*)
//^ call shape.h#geo.Drawable.refresh() -> geo.Shape.Shape(int,const char*); call shape.h#geo.Pool -> geo.Shape.Shape(int,const char*)

Shape::~Shape() { parent()->refresh(); }
//^ method geo.Shape.~Shape(); call shape.h#geo.Drawable.refresh() -> geo.Shape.~Shape(); call shape.h#geo.Shape.parent() -> geo.Shape.~Shape()

void Shape::draw(Canvas& canvas) const
//^ method geo.Shape.draw(Canvas&) const
{
    box();
    //^ call geo.Shape.box() const -> geo.Shape.draw(Canvas&) const
    parent()->box();
    //^ call geo.Shape.box() const -> geo.Shape.draw(Canvas&) const; call shape.h#geo.Shape.parent() const -> geo.Shape.draw(Canvas&) const
    this->box().size();
    //^ call geo.Shape.Box.size() const -> geo.Shape.draw(Canvas&) const; call geo.Shape.box() const -> geo.Shape.draw(Canvas&) const
    canvas.line();
    for (const auto& child : children_)
        child->draw(canvas);
        //^ call geo.Shape.draw(Canvas&) const -> geo.Shape.draw(Canvas&) const
    for (auto& [name, shape] : index_)
        shape->box();
        //^ call geo.Shape.box() const -> geo.Shape.draw(Canvas&) const
    auto found = index_.find("a");
    found->second->refresh();
    //^ call shape.h#geo.Drawable.refresh() -> geo.Shape.draw(Canvas&) const
    boxes_.all().front().size();
    //^ call geo.Shape.Box.size() const -> geo.Shape.draw(Canvas&) const; call shape.h#geo.Pool.all() const -> geo.Shape.draw(Canvas&) const
}

void Shape::add(std::unique_ptr<Shape> child)
//^ method geo.Shape.add(std::unique_ptr<Shape>)
{
    child->add(1);
    //^ call geo.Shape.add(int) -> geo.Shape.add(std::unique_ptr<Shape>)
    children_.back()->parent()->add("b");
    //^ call geo.Shape.add(const std::string&,int) -> geo.Shape.add(std::unique_ptr<Shape>)
    //^ call shape.h#geo.Shape.parent() -> geo.Shape.add(std::unique_ptr<Shape>)
}

void Shape::add(int side)
//^ method geo.Shape.add(int)
{
    add(std::make_unique<Shape>(side));
    //^ call geo.Shape.add(std::unique_ptr<Shape>) -> geo.Shape.add(int)
    add("c", 2);
    //^ call geo.Shape.add(const std::string&,int) -> geo.Shape.add(int)
    boxes_.make()->size();
    //^ call geo.Pool.make() -> geo.Shape.add(int); call geo.Shape.Box.size() const -> geo.Shape.add(int)
}

void Shape::add(const std::string& name, int count) { index_[name]->add(count); }
//^ method geo.Shape.add(const std::string&,int); call geo.Shape.add(int) -> geo.Shape.add(const std::string&,int)

int Shape::Box::size() const { return w * h; }
//^ method geo.Shape.Box.size() const

Shape::Box Shape::box() const { return Box{side_, side_}; }
//^ method geo.Shape.box() const

Shape Shape::unit() { return Shape(1); }
//^ method geo.Shape.unit(); call shape.h#geo.Shape -> geo.Shape.unit()

bool Shape::operator==(const Shape& other) const { return other.parent() == parent(); }
//^ method geo.Shape.operator==(const Shape&) const; call shape.h#geo.Shape.parent() const -> geo.Shape.operator==(const Shape&) const

}
