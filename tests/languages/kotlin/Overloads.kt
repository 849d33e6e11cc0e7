class Overloads {
//^ class Overloads
    fun put(value: Any) {}
    //^ method Overloads.put(Any)

    fun put(value: String) {}
    //^ method Overloads.put(String)

    fun put(value: Int) {}
    //^ method Overloads.put(Int)

    fun put(value: Long) {}
    //^ method Overloads.put(Long)

    fun put(values: List<Int>) {}
    //^ method Overloads.put(List)

    fun put(vararg values: String) {}
    //^ method Overloads.put(vararg String)

    fun put(value: Double, name: String = "x", deep: Boolean = false) {}
    //^ method Overloads.put(Double,String,Boolean)

    fun later(make: () -> Int) {}
    //^ method Overloads.later(()->Int)

    fun later(change: (Int, Int) -> Int) {}
    //^ method Overloads.later((Int,Int)->Int)

    infix fun with(other: Overloads): Overloads = this
    //^ method Overloads.with(Overloads)

    fun go(other: Overloads, small: Long) {
    //^ method Overloads.go(Overloads,Long)
        put("x")
        //^ call Overloads.put(String) -> Overloads.go(Overloads,Long)
        put(1)
        //^ call Overloads.put(Int) -> Overloads.go(Overloads,Long)
        put(1L)
        //^ call Overloads.put(Long) -> Overloads.go(Overloads,Long)
        put(small)
        //^ call Overloads.put(Long) -> Overloads.go(Overloads,Long)
        put(1.5)
        //^ call Overloads.put(Double,String,Boolean) -> Overloads.go(Overloads,Long)
        put(1.5, deep = true)
        //^ call Overloads.put(Double,String,Boolean) -> Overloads.go(Overloads,Long)
        put("a", "b")
        //^ call Overloads.put(vararg String) -> Overloads.go(Overloads,Long)
        put(listOf(1))
        //^ call Overloads.put(List) -> Overloads.go(Overloads,Long)
        put(other)
        //^ call Overloads.put(Any) -> Overloads.go(Overloads,Long)
        put('c')
        //^ call Overloads.put(Any) -> Overloads.go(Overloads,Long)
        put("a$small")
        //^ call Overloads.put(String) -> Overloads.go(Overloads,Long)
        later { 1 }
        //^ call Overloads.later(()->Int) -> Overloads.go(Overloads,Long)
        later { left, right -> left }
        //^ call Overloads.later((Int,Int)->Int) -> Overloads.go(Overloads,Long)
        val joined = this with other
        //^ call Overloads.with(Overloads) -> Overloads.go(Overloads,Long)
        joined.go(other, small)
        //^ call Overloads.go(Overloads,Long) -> Overloads.go(Overloads,Long)
    }
}
