module example.com/patched
