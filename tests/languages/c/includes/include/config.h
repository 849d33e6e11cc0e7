#define CONFIG 1
//^ macro CONFIG
