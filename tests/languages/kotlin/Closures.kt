class Node(val children: List<Node>, val byName: Map<String, Node>) {
//^ class Node
//^ field Node.byName
//^ field Node.children
//^ use Node -> Node.byName
//^ use Node -> Node.children
    fun next(): Node = this
    //^ method Node.next()
    //^ use Node -> Node.next()

    fun deep(): Boolean = true
    //^ method Node.deep()

    // check: definition call use
    fun go(maybe: Node?) {
    //^ method Node.go(Node?)
    //^ use Node -> Node.go(Node?)
        children.filter { it.deep() }.map { child -> child.next() }.first().next()
        //^ use Node.children -> Node.go(Node?)
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        children.map(Node::next).forEach { it.deep() }
        //^ use Node.children -> Node.go(Node?)
        //^ call Node.deep() -> Node.go(Node?)
        //^ use Node.next() -> Node.go(Node?)
        //^ use Node -> Node.go(Node?)
        children.flatMap { it.children }.sortedBy { it.deep() }.last().next()
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        //^ use Node.children -> Node.go(Node?)
        children.groupBy { it.deep() }.values.first().first().next()
        //^ use Node.children -> Node.go(Node?)
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        byName["x"]?.next()
        //^ use Node.byName -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        for ((name, node) in byName) {
        //^ use Node.byName -> Node.go(Node?)
            node.next()
            //^ call Node.next() -> Node.go(Node?)
        }
        byName.forEach { (name, node) -> node.next() }
        //^ use Node.byName -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        maybe?.let { it.next() }?.deep()
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        maybe?.apply { next() }?.also { it.deep() }
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        with(children[0]) { next() }
        //^ use Node.children -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        val made = run { children.first() }
        //^ use Node.children -> Node.go(Node?)
        made.next()
        //^ call Node.next() -> Node.go(Node?)
        val change: (Node) -> Node = { it.next() }
        //^ call Node.next() -> Node.go(Node?)
        //^ use Node -> Node.go(Node?)
        change(made).next()
        //^ call Node.next() -> Node.go(Node?)
        made.takeIf { it.deep() }?.next()
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        val pair = made to "x"
        pair.first.next()
        //^ call Node.next() -> Node.go(Node?)
        build { add(made) }
        //^ call Builder.add(Node) -> Node.go(Node?)
        //^ call build(Builder.()->Unit) -> Node.go(Node?)
        build("x") { node -> node.next() }
        //^ call Node.next() -> Node.go(Node?)
        //^ call build(String,(Node)->Node) -> Node.go(Node?)
        made.run { deep() }
        //^ call Node.deep() -> Node.go(Node?)
        mutableListOf<Node>().first().next()
        //^ call Node.next() -> Node.go(Node?)
        //^ use Node -> Node.go(Node?)
        children.fold(made) { left, right -> left.next() }.deep()
        //^ use Node.children -> Node.go(Node?)
        //^ call Node.deep() -> Node.go(Node?)
        //^ call Node.next() -> Node.go(Node?)
        val anonymous = fun(node: Node): Node { return node.next() }
        //^ call Node.next() -> Node.go(Node?)
        //^ use Node -> Node.go(Node?)
    }
}

class Builder {
//^ class Builder
    fun add(node: Node): Builder = this
    //^ method Builder.add(Node)
    //^ use Builder -> Builder.add(Node)
    //^ use Node -> Builder.add(Node)
}

fun build(make: Builder.() -> Unit) {}
//^ function build(Builder.()->Unit)
//^ use Builder -> build(Builder.()->Unit)

fun build(name: String, change: (Node) -> Node) {}
//^ function build(String,(Node)->Node)
//^ use Node -> build(String,(Node)->Node)
