package containers

// check: call

type Item struct{ next *Item }

func (i *Item) Use()         {}
func (i *Item) Pair() (int, *Item) { return 0, i }

type Tree struct {
	nodes map[string]map[int]*Item
	queue chan *Item
	fixed [4]Item
	inner struct{ item Item }
}

func run(t *Tree, many ...*Item) {
	for _, m := range many {
		m.Use()
		//^ call Item.Use -> run
	}
	t.nodes["a"][1].Use()
	//^ call Item.Use -> run
	if found, ok := t.nodes["a"][1]; ok {
		found.Use()
		//^ call Item.Use -> run
	}
	for item := range t.queue {
		item.Use()
		//^ call Item.Use -> run
	}
	(<-t.queue).Use()
	//^ call Item.Use -> run
	select {
	case got, ok := <-t.queue:
		_ = ok
		got.Use()
		//^ call Item.Use -> run
	}
	t.fixed[0].next.Use()
	//^ call Item.Use -> run
	t.inner.item.Use()
	//^ call Item.Use -> run
	for _, test := range []struct {
		name string
		item *Item
	}{} {
		test.item.Use()
		//^ call Item.Use -> run
	}
	more := append(many, new(Item))
	more[1:][0].Use()
	//^ call Item.Use -> run
	lists := make([][]*Item, 3)
	lists[0][1].Use()
	//^ call Item.Use -> run
	_, last := more[0].Pair()
	//^ call Item.Pair -> run
	last.Use()
	//^ call Item.Use -> run
	pointer := &Item{}
	(*pointer).Use()
	//^ call Item.Use -> run
	handlers := map[string]func(){"a": last.Use}
	handlers["a"]()
	var loose any = last
	loose.(*Item).Use()
	//^ call Item.Use -> run
}

var table = []struct {
	name  string
	items []struct{ *Item }
}{}

func tables() {
	for _, row := range table {
		for _, inner := range row.items {
			inner.Item.Use()
			//^ call Item.Use -> tables
		}
	}
}
