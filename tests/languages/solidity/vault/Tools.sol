function tool() pure {}
//^ function tool()
