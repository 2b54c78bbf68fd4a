// Writes src/protocol.ts from src/protocol.schema.json; with --check it only says whether that is stale.

import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const SCHEMA = new URL("../src/protocol.schema.json", import.meta.url);
const TYPES = new URL("../src/protocol.ts", import.meta.url);
const BANNER = "/* Made from protocol.schema.json by `npm run protocol`; change the types of the server instead. */";

const read = JSON.parse(readFileSync(SCHEMA, "utf-8"));
const refs = (schema) => (schema.anyOf ?? []).flatMap((each) => each.$ref ?? []).join(" ");
const property = (type, name) => read.$defs[type].properties[name];

/** Unions that stand in many places, and the name each is given, by the types they are made of. */
const UNIONS = new Map([
  [refs(property("Do", "action")), "SeatAct"],
  [refs(property("Own", "choice")), "Action"],
  [refs(property("View", "history").items), "Fact"],
  [refs(property("Happened", "facts").items), "AnyFact"],
]);
const defs = {};

/** The name of what is repeated wherever it is used: all cards, all codes, and the unions. */
function shared(schema) {
  if (schema.title === "Card") return "Card";
  return schema.enum?.includes("frame/malformed") ? "Code" : UNIONS.get(refs(schema));
}

/** The schema with a name for what is repeated, and every field required that has a default: both sides write it. */
function prepared(schema) {
  if (Array.isArray(schema)) return schema.map(prepared);
  if (typeof schema !== "object" || schema === null) return schema;
  const { discriminator: _tags, default: _default, properties, ...rest } = schema;
  const title = shared(schema);
  if (title) {
    const alone = schema.anyOf ? schema.anyOf.filter((each) => each.$ref) : undefined;
    defs[title] = alone ? { title, anyOf: alone } : { ...rest, title };
    const ref = { $ref: `#/$defs/${title}` };
    return alone && alone.length < schema.anyOf.length ? { anyOf: [ref, { type: "null" }] } : ref;
  }
  const made = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, prepared(value)]));
  if (!properties) return made;
  const fields = Object.entries(properties);
  const filled = fields.filter(([, field]) => "default" in field).map(([name]) => name);
  return {
    ...made,
    properties: Object.fromEntries(fields.map(([name, field]) => [name, prepared(field)])),
    required: [...(rest.required ?? []), ...filled],
    additionalProperties: false,
  };
}

const { $defs, ...root } = read;
for (const [name, each] of Object.entries($defs)) defs[name] = prepared(each);
const types = await compile({ ...prepared(root), $defs: defs }, "Protocol", {
  bannerComment: BANNER,
  ignoreMinAndMaxItems: true,
  style: { printWidth: 120 },
});
if (!process.argv.includes("--check")) {
  writeFileSync(TYPES, types);
} else if (readFileSync(TYPES, "utf-8") !== types) {
  console.error("web/src/protocol.ts is stale: run `npm run protocol` in web/");
  process.exit(1);
}
