(source_code expression: (attrset_expression (binding_set binding: (binding attrpath: (attrpath) @name) @definition.constant)))
(source_code expression: (function_expression body: (attrset_expression
  (binding_set binding: (binding attrpath: (attrpath) @name) @definition.constant))))
(source_code expression: (_ body: (let_expression
  (binding_set binding: (binding attrpath: (attrpath) @name) @definition.constant))))
(source_code expression: (_ body: (let_expression body: (attrset_expression
  (binding_set binding: (binding attrpath: (attrpath) @name) @definition.constant)))))
(source_code expression: (let_expression (binding_set binding: (binding attrpath: (attrpath) @name) @definition.constant)))
