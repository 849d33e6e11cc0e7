module example.com/plugin
