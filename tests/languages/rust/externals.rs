// check: call external import inherit use
use serde::Serialize;
//^ import external:rust/serde
use std::collections::HashMap as Map;
//^ import external:rust/std
use std::fmt::{self, Display};
//^ import external:rust/std

#[derive(Serialize)]
//^ use external:rust/serde#Serialize -> Row
struct Row {
    cells: Map<String, u8>,
    //^ use external:rust/std#collections.HashMap -> Row.cells
}

impl Display for Row {
//^ inherit external:rust/std#fmt.Display -> Row
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
    //^ use external:rust/std#fmt.Formatter -> Row.fmt; use external:rust/std#fmt.Result -> Row.fmt
        f.write_str("x")
    }
}

impl serde::Deserialize for Row {}
//^ inherit external:rust/serde#Deserialize -> Row

fn run(row: &Row) {
//^ use Row -> run
    serde_json::to_string(row);
    //^ call external:rust/serde_json#to_string -> run
    let map: Map<u8, u8> = Map::new();
    //^ call external:rust/std#collections.HashMap.new -> run; use external:rust/std#collections.HashMap -> run
    std::mem::drop(map);
    //^ call external:rust/std#mem.drop -> run
}
