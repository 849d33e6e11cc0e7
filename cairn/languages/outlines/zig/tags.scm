(VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "struct")) @body))) @definition.struct
(VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")) @body))) @definition.enum
(VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "union")) @body))) @definition.type
(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(source_file (Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @definition.constant)
(TestDecl (STRINGLITERALSINGLE) @name) @definition.function
