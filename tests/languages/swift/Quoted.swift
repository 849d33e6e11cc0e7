// check: definition call use
enum Kind {
//^ enum Kind
    case `default`
    //^ field Kind.default
    static func `in`(_ n: Int) -> Kind { return .default }
    //^ method Kind.in(Int); use Kind -> Kind.in(Int); use Kind.default -> Kind.in(Int)
}

func use() {
//^ function use()
    let kind: Kind = .in(1)
    //^ call Kind.in(Int) -> use(); use Kind -> use()
    _ = Kind.`default`
    //^ use Kind -> use(); use Kind.default -> use()
}
