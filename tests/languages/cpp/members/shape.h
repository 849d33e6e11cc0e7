#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace geo {
//^ namespace geo

class Canvas;

class Drawable {
//^ class geo.Drawable
public:
    virtual ~Drawable() = default;
    //^ method geo.Drawable.~Drawable()
    virtual void draw(Canvas& canvas) const = 0;
    //^ method geo.Drawable.draw(Canvas&) const
    void refresh();
    //^ method geo.Drawable.refresh()
};

template <typename T>
class Pool {
//^ class geo.Pool
public:
    T* make();
    //^ method geo.Pool.make()
    const std::vector<T>& all() const { return items_; }
    //^ method geo.Pool.all() const
private:
    std::vector<T> items_;
    //^ field geo.Pool.items_
};

class API_EXPORT Shape : public Drawable {
//^ class geo.Shape; inherit geo.Drawable -> geo.Shape
public:
    struct Box { int w; int h; int size() const; };
    //^ field geo.Shape.Box.h; field geo.Shape.Box.w; method geo.Shape.Box.size() const; struct geo.Shape.Box
    enum class Fill { None, Solid };
    //^ constant geo.Shape.Fill.None; constant geo.Shape.Fill.Solid; enum geo.Shape.Fill

    explicit Shape(int side, const char* name = "shape");
    //^ method geo.Shape.Shape(int,const char*)
    ~Shape() override;
    //^ method geo.Shape.~Shape()
    void draw(Canvas& canvas) const override;
    //^ method geo.Shape.draw(Canvas&) const
    Shape* parent() { return parent_; }
    //^ method geo.Shape.parent()
    const Shape* parent() const { return parent_; }
    //^ method geo.Shape.parent() const
    void add(std::unique_ptr<Shape> child);
    //^ method geo.Shape.add(std::unique_ptr<Shape>)
    void add(int side);
    //^ method geo.Shape.add(int)
    void add(const std::string& name, int count = 1);
    //^ method geo.Shape.add(const std::string&,int)
    Box box() const;
    //^ method geo.Shape.box() const
    static Shape unit();
    //^ method geo.Shape.unit()
    bool operator==(const Shape& other) const;
    //^ method geo.Shape.operator==(const Shape&) const
    operator bool() const { return side_ > 0; }
    //^ method geo.Shape.operator bool()
    using Ptr = std::shared_ptr<Shape>;
    //^ type geo.Shape.Ptr
private:
    int side_ = 0;
    //^ field geo.Shape.side_
    Shape* parent_ = nullptr;
    //^ field geo.Shape.parent_
    std::vector<std::unique_ptr<Shape>> children_;
    //^ field geo.Shape.children_
    std::map<std::string, Shape*> index_;
    //^ field geo.Shape.index_
    Pool<Box> boxes_;
    //^ field geo.Shape.boxes_
};

}
