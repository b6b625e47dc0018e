import { platforms } from './platforms.ts'

const programming: [name: string, text: string][] = [
  [
    'typescript',
    `- A type assertion, \`any\` or \`!\` that hides a value which can really be of another type at run time, above all at JSON, network and storage edges.
- Promises that nobody awaits, errors swallowed in \`catch\`, \`async\` callbacks given to \`forEach\` or to an event emitter.
- A union that gained a member while a \`switch\` or a map over it did not.
- \`==\` with null, truthiness of 0 and '', object spread that overwrites with undefined, array holes, \`sort\` without a comparator on numbers.`,
  ],
  [
    'javascript',
    `- Missing \`await\`, unhandled rejections, callbacks called twice or never, listeners that are never removed.
- Implicit conversions: 0, '', NaN, null and undefined taken for each other; \`parseInt\` without checks; dates without a time zone.
- Keys from outside used on plain objects (\`__proto__\`, \`constructor\`); text put into HTML, URLs, shell commands or regular expressions.
- Regular expressions with nested repetition on text from outside.`,
  ],
  [
    'python',
    `- Mutable default arguments, late binding in closures and comprehensions, \`is\` for equality of values.
- Exceptions caught too widely or re-raised without cause; resources opened without \`with\`.
- \`subprocess\` with \`shell=True\`, \`pickle\`, \`eval\`, \`yaml.load\`, paths and SQL built by formatting.
- Coroutines never awaited, blocking calls in async code, time-zone-naive datetimes, text opened without an encoding.`,
  ],
  [
    'go',
    `- Errors dropped, shadowed or wrapped so that \`errors.Is\` no longer finds them; nil checks on an interface that holds a typed nil.
- Goroutines without an end, channels that nobody reads or that are closed twice, maps shared without a lock, \`WaitGroup.Add\` inside the goroutine.
- A context that is not passed on or whose cancel function is never called; \`defer\` in a loop; response bodies not closed.
- Slices that share memory after \`append\`; integer conversion that truncates.`,
  ],
  [
    'rust',
    `- \`unwrap\`, \`expect\`, indexing and slicing on values from outside; \`as\` casts that truncate; arithmetic that wraps in release builds.
- \`unsafe\`: the invariant it relies on, who upholds it, and whether a safe caller can break it.
- A lock or \`RefCell\` borrow held across \`.await\` or a callback; futures that are not safe to cancel in \`select!\`.
- Clones in hot paths, \`Drop\` order, \`Send\`/\`Sync\` implemented by hand.`,
  ],
  [
    'java',
    `- Null from maps, optionals and boxed types; \`equals\` without \`hashCode\`; comparison of boxed numbers or strings by \`==\`.
- Streams, connections and locks not released on every path; exceptions swallowed or used for flow; interrupted status lost.
- Shared state without visibility or atomicity; check-then-act on concurrent collections; blocking in reactive or virtual-thread code.
- Deserialisation of foreign data, XML parsers with external entities, SQL and paths built by concatenation; transactions that do not cover what they should.`,
  ],
  [
    'kotlin',
    `- \`!!\`, platform types from Java taken as non-null, \`lateinit\` read too early.
- Coroutines: scopes that outlive their owner, \`GlobalScope\`, blocking calls on a main or default dispatcher, \`CancellationException\` caught and dropped.
- \`data class\` equality with arrays or mutable state; \`when\` with an \`else\` that hides new cases; flows collected twice.`,
  ],
  [
    'csharp',
    `- \`async void\`, \`.Result\` and \`.Wait()\` that deadlock, tasks never awaited, cancellation tokens not passed on.
- Disposables not disposed on every path; events that keep their subscribers alive; enumerables run more than once.
- Null suppressed by \`!\`; culture-dependent parsing and comparison; \`DateTime\` kinds mixed.
- LINQ that becomes N+1 queries or is evaluated on the client; SQL built by interpolation; unsafe deserialisation.`,
  ],
  [
    'c-and-cpp',
    `- Bounds, off-by-one, signed and unsigned mixed, integer overflow before an allocation, format strings, missing terminators.
- Lifetime: use after free or move, dangling references and views, iterators invalidated, double free, leaks on error paths.
- Uninitialised reads, unchecked return values, undefined behaviour that the optimiser may use; data races on plain variables.
- Exceptions through destructors or C code; rule of five; macros that evaluate twice.`,
  ],
  [
    'ruby',
    `- \`nil\` through \`&.\` chains, \`rescue\` that is too wide or that returns silently, symbols or constants made from foreign input.
- Mass assignment, SQL fragments by interpolation, \`html_safe\`, \`send\` and \`constantize\` on input, \`YAML.load\`, shell strings.
- N+1 queries, callbacks with side effects, work outside of the transaction or jobs enqueued inside it, migrations that lock big tables.`,
  ],
  [
    'php',
    `- Loose comparison and type juggling; undefined indexes; errors silenced by \`@\`.
- SQL, shell, file and include paths from input; \`unserialize\`; output without escaping; uploads judged by name.
- Sessions and CSRF on new routes, passwords and tokens compared without constant time.`,
  ],
  [
    'swift',
    `- Force unwraps and casts, \`try!\`, indices out of range; retain cycles by closures without \`weak\`.
- Work off the main actor that touches the interface, state raced across tasks, tasks that are never cancelled, continuations resumed twice or never.
- Codable changes that break stored data.`,
  ],
  [
    'scala',
    `- \`Option.get\`, \`head\`, partial functions and non-exhaustive matches; implicit conversions that change meaning.
- Futures that start eagerly, blocking inside them, errors lost in \`recover\` or in effects that are never run.
- Lazy values and collections evaluated twice or while holding a lock; equality across numeric types.`,
  ],
  [
    'elixir',
    `- Atoms made from input, unbounded mailboxes, calls that time out inside a server's own callbacks, tasks without supervision.
- Pattern matches that raise where a tagged error is due; \`with\` whose \`else\` hides a case.
- N+1 preloads, changesets without constraints, migrations that lock.`,
  ],
  [
    'dart',
    `- \`!\` and \`late\` read too early; futures without await or error handler; streams and controllers not closed.
- \`setState\` or a context used after an await when the widget may be gone; heavy work in \`build\`.
- JSON cast without checks; equality of mutable objects in collections.`,
  ],
]

/** What to look at in a language, by its name. */
export const languages: ReadonlyMap<string, string> = new Map([...programming, ...platforms])
