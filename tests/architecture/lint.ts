/**
 * Lint rules of the project, run by `deno lint`. Clock, random source and log are passed in by the
 * composition modules, so that every behaviour can be tested in simulated time and policy stays
 * pure.
 */
import { ENTRIES } from "../../packaging/entries.ts";
import { DOORS, NOT_THE_BOX } from "./doors.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** The path of a linted file relative to the root of the project, with forward slashes. */
function pathOf(context: Deno.lint.RuleContext): string {
  const name = context.filename.replace(/^file:\/\//, "");
  return name.startsWith(ROOT) ? name.slice(ROOT.length) : name.replace(/^\/+/, "");
}

/** Tests, benchmarks and packaging are not product code. */
function isProduct(path: string): boolean {
  return !/^(tests|packaging)\//.test(path) && !/_(test|bench)\.ts$/.test(path);
}

/** `Date.now` for the member expression `Date.now`, "" for anything else. */
function memberText(node: Deno.lint.Node): string {
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return "";
  if (node.property.type !== "Identifier" || node.computed) return "";
  return `${node.object.name}.${node.property.name}`;
}

const AMBIENT: Readonly<Record<string, string>> = {
  "Date.now": "pass the clock in",
  "Math.random": "pass the random source in",
  "performance.now": "pass the clock in",
};

/** The module that creates the clock and the random source for the composition roots. */
const PROCESS_RUNTIME = "api/system/process_runtime.ts";

const ambient: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (!isProduct(path) || ENTRIES.includes(path) || path === PROCESS_RUNTIME) return {};
    return {
      MemberExpression(node) {
        const text = memberText(node);
        if (!Object.hasOwn(AMBIENT, text)) return;
        context.report({
          node,
          message: `${text} outside an entry module`,
          hint: `${AMBIENT[text]}`,
        });
      },
      NewExpression(node) {
        if (
          node.callee.type !== "Identifier" || node.callee.name !== "Date" ||
          node.arguments.length > 0
        ) return;
        context.report({
          node,
          message: "new Date() reads the clock",
          hint: "pass the clock in",
        });
      },
    };
  },
};

const noConsole: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (!isProduct(path) || path === "main.ts" || path.startsWith("cli/")) return {};
    return {
      MemberExpression(node) {
        if (node.object.type !== "Identifier" || node.object.name !== "console") return;
        context.report({
          node,
          message: "console in product code",
          hint: "pass the log in",
        });
      },
    };
  },
};

const IMPURE = new Set([
  "Deno",
  "fetch",
  "setTimeout",
  "setInterval",
  "performance",
  "Worker",
  "process",
  "navigator",
]);

const purePolicy: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (!isProduct(path) || !path.startsWith("policy/")) return {};
    const report = (node: Deno.lint.Node, name: string) =>
      context.report({
        node,
        message: `${name} in policy/`,
        hint: "policy has no I/O and no clock",
      });
    return {
      "MemberExpression > Identifier"(node: Deno.lint.Identifier) {
        const parent = node.parent;
        if (parent.type === "MemberExpression" && parent.object === node && IMPURE.has(node.name)) {
          report(node, node.name);
        }
      },
      CallExpression(node) {
        if (node.callee.type === "Identifier" && IMPURE.has(node.callee.name)) {
          report(node, node.callee.name);
        }
      },
    };
  },
};

/** The API for files, environment and processes that the answering threads must not use. */
const CONTROL_SIDE =
  /^Deno\.(open|create|read|write|mkdir|remove|rename|copyFile|stat|lstat|truncate|env|Command|run|exit|chmod|chown|link|symlink|makeTemp|watchFs|cwd|chdir)/;

const resolverBoundary: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (!isProduct(path) || !path.startsWith("resolver/")) return {};
    return {
      MemberExpression(node) {
        const text = memberText(node);
        if (!CONTROL_SIDE.test(text)) return;
        context.report({
          node,
          message: `${text} in resolver/`,
          hint: "answering has no files, environment or processes",
        });
      },
    };
  },
};

/**
 * Calls of node:net and node:http that would open a Unix socket, each with the key that reveals it.
 */
const NODE_UNIX: Readonly<Record<string, string>> = {
  listen: "path",
  connect: "path",
  request: "socketPath",
};

const unixSockets: Deno.lint.Rule = {
  create(context) {
    return {
      CallExpression({ callee, arguments: [first] }) {
        const called = callee.type === "MemberExpression" ? callee.property : callee;
        if (called.type !== "Identifier" || first?.type !== "ObjectExpression") return;
        const keys = first.properties.flatMap((each) =>
          each.type === "Property" && each.key.type === "Identifier" ? [each.key.name] : []
        );
        if (!keys.includes(NODE_UNIX[called.name]) || keys.includes("transport")) return;
        context.report({
          node: first,
          message: `${called.name}({ ${NODE_UNIX[called.name]} }) of node:net`,
          hint:
            "it closes descriptors twice; take Deno.listen or Deno.connect with api/http/connection_stream.ts",
        });
      },
    };
  },
};

/** Whether a declaration belongs to the head of a `for` statement. */
function isLoopHead(node: Deno.lint.VariableDeclaration): boolean {
  const { parent } = node;
  return parent.type === "ForStatement" && parent.init === node;
}

/** Whether a comma expression is the update of a `for` statement, as in `i++, j--`. */
function isLoopUpdate(node: Deno.lint.SequenceExpression): boolean {
  const { parent } = node;
  return parent.type === "ForStatement" && (parent.update === node || parent.init === node);
}

/** A rule that reports the nodes of a selector, except some. */
function forbid<T extends Deno.lint.Node>(
  selector: string,
  message: string,
  hint: string,
  isAllowed: (node: T) => boolean = () => false,
): Deno.lint.Rule {
  return {
    create: (context) => ({
      [selector](node: T) {
        if (!isAllowed(node)) context.report({ node, message, hint });
      },
    }),
  };
}

/** Rules against packed statements (docs/decisions/0059). */
const PACKED: Readonly<Record<string, Deno.lint.Rule>> = {
  "one-declaration": forbid<Deno.lint.VariableDeclaration>(
    "VariableDeclaration",
    "Several declarations in one statement",
    "Write one declaration per statement",
    (node) => node.declarations.length < 2 || isLoopHead(node),
  ),
  "no-literal-spread": forbid(
    "ObjectExpression > SpreadElement > ObjectExpression",
    "Spread of an object literal",
    "Write its properties where the spread is",
  ),
  "no-comma": forbid<Deno.lint.SequenceExpression>(
    "SequenceExpression",
    "Comma expression",
    "Write one statement for each",
    isLoopUpdate,
  ),
  "no-nested-conditional": forbid(
    "ConditionalExpression > ConditionalExpression",
    "Conditional inside of a conditional",
    "Use early returns, a switch or a lookup table",
  ),
};

/** Folders whose expected failures are DomainErrors (docs/decisions/0060). */
const DOMAIN = /^api\/(features|accounts|events|certificate|publish)\//;

/** Error classes of these folders that stay, each with the reason. None of them reaches the API. */
export const OWN_ERRORS: Readonly<Record<string, string>> = {
  "api/certificate/acme/challenge_writer.ts CertificateError":
    "the task that renews retries after it, and keeps its text as state",
  "api/certificate/acme/problem.ts AcmeError":
    "a problem of RFC 8555, with the type and status that decide what follows",
  "api/certificate/acme/problem.ts NotAcmeError":
    "an order that is no ACME is given up, inside one attempt",
  "api/certificate/acme/obtain.ts DeadOrderError":
    "an order that must be made anew, inside one attempt",
  "api/certificate/acme/dns_exchange.ts DnsTimeoutError":
    "a name server without TCP is asked over UDP",
  "api/events/export/send_options.ts DeliveryError":
    "an event that is sent again, with its text as state",
  "api/features/household/holidays/answers.ts BadAnswerError":
    "an answer that cannot be used, before the host of the service is added",
  "api/features/insight/countries/database.ts CountryDatabaseError":
    "a fault of a download, which becomes the error of its task",
  "api/features/box/power/dbus.ts BusError": "a refusal of systemd, which becomes a sentence",
};

/** Names of error classes end in Error, in tests too (docs/glossary.md). */
const errorSuffix = forbid<Deno.lint.ClassDeclaration>(
  "ClassDeclaration",
  "An error class without the suffix Error",
  "Name it SomethingError",
  ({ id, superClass }) =>
    superClass?.type !== "Identifier" || !superClass.name.endsWith("Error") ||
    (id?.name.endsWith("Error") ?? true),
);

const domainErrors: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (!isProduct(path) || !DOMAIN.test(path)) return {};
    const listed = Object.keys(OWN_ERRORS).map((key) => key.split(" ")[1]);
    const check = (node: Deno.lint.ClassDeclaration | Deno.lint.ClassExpression) => {
      const { superClass: parent } = node;
      if (parent?.type !== "Identifier") return;
      if (!/(Error|Fault|Refus(al|ed))$/.test(parent.name) && !listed.includes(parent.name)) return;
      const name = node.id?.name ?? "";
      if (Object.hasOwn(OWN_ERRORS, `${path} ${name}`)) return;
      context.report({
        node,
        message: `${name} extends ${parent.name}`,
        hint: "throw DomainError of api/schema/errors.ts with a code",
      });
    };
    return { ClassDeclaration: check, ClassExpression: check };
  },
};

/** What opens a connection, in the runtime and in classes. */
const CONNECTS =
  /^(Deno\.(connect\w*|listenDatagram|createHttpClient|resolveDns)|libc\.(socket|connect|sendto)|(globalThis|self|window)\.(fetch|WebSocket|WebTransport|EventSource))$/;
const CONNECTING_NAMES = new Set([
  "fetch",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
]);

/** Modules that can open connections, with the names in them that cannot. */
const CONNECTING_MODULES: Readonly<Record<string, readonly string[]>> = {
  "node:net": ["createServer", "isIP", "isIPv4", "isIPv6", "Server"],
  "node:tls": ["createServer", "createSecureContext", "rootCertificates"],
  "node:http": ["createServer", "METHODS", "STATUS_CODES"],
  "node:https": ["createServer"],
  "node:http2": ["createServer", "createSecureServer"],
  "node:dgram": [],
  "node:dns": [],
  "node:dns/promises": [],
  "node:child_process": [],
  "nodemailer": [],
  "ssh2": [],
  "axios": [],
  "undici": [],
  "ws": [],
  "@libsql/client": [],
  "@libsql/client/http": [],
  "@libsql/client/web": [],
  "@libsql/client/ws": [],
};

/** Whether an identifier is used as a value, not as the name of a property, parameter or type. */
function isReference(node: Deno.lint.Identifier): boolean {
  const { parent } = node;
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node || parent.computed;
    case "Property":
      return parent.value === node && parent.parent.type !== "ObjectPattern";
    case "VariableDeclarator":
      return parent.init === node;
    case "ArrowFunctionExpression":
      return parent.body === node;
    case "CallExpression":
    case "NewExpression":
    case "AssignmentExpression":
    case "ArrayExpression":
    case "ConditionalExpression":
    case "LogicalExpression":
    case "ReturnStatement":
      return true;
    default:
      return false;
  }
}

const outbound: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    const isFree = NOT_THE_BOX.some((folder) => path.startsWith(folder.path)) ||
      DOORS.some((door) => door.path === path);
    if (!isProduct(path) || isFree) return {};
    const report = (node: Deno.lint.Node, what: string) =>
      context.report({
        node,
        message: `${what} opens connections`,
        hint: "go through api/system/outgoing_*.ts with a row of policy/catalogue/destinations.ts",
      });
    return {
      MemberExpression(node) {
        const text = memberText(node);
        if (CONNECTS.test(text)) report(node, text);
      },
      Identifier(node) {
        if (CONNECTING_NAMES.has(node.name) && isReference(node)) report(node, node.name);
      },
      ImportDeclaration(node) {
        const harmless = CONNECTING_MODULES[node.source.value];
        if (harmless === undefined || node.importKind === "type") return;
        const used = node.specifiers.filter((each) =>
          each.type !== "ImportSpecifier" ||
          each.importKind !== "type" && !harmless.includes(importedName(each))
        );
        if (used.length > 0) report(node, node.source.value);
      },
      ImportExpression(node) {
        if (node.source.type !== "Literal") return;
        const name = String(node.source.value);
        if (Object.hasOwn(CONNECTING_MODULES, name)) report(node, name);
      },
    };
  },
};

function importedName({ imported }: Deno.lint.ImportSpecifier): string {
  return imported.type === "Identifier" ? imported.name : String(imported.value);
}

/** Types of what a module is given: their parts get names instead of being taken away. */
const DEPENDENCIES = /(Deps|Options|Services|Source|Sources|Core|Door)$/;

const subtractedDependencies: Deno.lint.Rule = {
  create(context) {
    const path = pathOf(context);
    if (!isProduct(path) || !/^(api|tasks|resolver|policy)\//.test(path)) return {};
    const check = (
      node: Deno.lint.TSTypeReference | Deno.lint.TSInterfaceHeritage,
      type: Deno.lint.Node,
    ) => {
      if (type.type !== "Identifier" || type.name !== "Omit") return;
      const [from] = node.typeArguments?.params ?? [];
      if (from?.type !== "TSTypeReference" || from.typeName.type !== "Identifier") return;
      const { name } = from.typeName;
      if (!DEPENDENCIES.test(name)) return;
      context.report({
        node,
        message: `Omit<${name}> takes dependencies away`,
        hint: "give the remaining part a name of its own, and extend it",
      });
    };
    return {
      TSTypeReference: (node) => check(node, node.typeName),
      TSInterfaceHeritage: (node) => check(node, node.expression),
    };
  },
};

const plugin: Deno.lint.Plugin = {
  name: "box",
  rules: {
    "ambient": ambient,
    "no-console": noConsole,
    "outbound": outbound,
    "pure-policy": purePolicy,
    "resolver-boundary": resolverBoundary,
    "unix-sockets": unixSockets,
    ...PACKED,
    "error-suffix": errorSuffix,
    "domain-errors": domainErrors,
    "subtracted-dependencies": subtractedDependencies,
  },
};

/** The plugin named in deno.json. */
export default plugin;
