module example.com/keyed
