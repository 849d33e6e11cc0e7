import { core } from "@acme/core";
//^ import packages/core/src/index.ts
import { one } from "@acme/core/features/one";
//^ import packages/core/src/features/one.ts
import { secret } from "#internal/secret";
//^ import packages/app/src/secret.ts
import { again } from "app";

export function again() {}
//^ function again

core();
//^ call packages/core/src/index.ts#core -> module
one();
//^ call packages/core/src/features/one.ts#one -> module
secret();
//^ call packages/app/src/secret.ts#secret -> module
