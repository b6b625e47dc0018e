import { defaultExclude } from '../git/agent-configuration.ts'
import { key } from './key.ts'
import {
  argv,
  chain,
  glob,
  labelName,
  line,
  listOf,
  login,
  mapOf,
  name,
  objectOf,
  oneOf,
  orNull,
  repositoryPath,
  whole,
} from './leaves.ts'

const command = objectOf('`run`, the program and its arguments', { run: argv.schema })

const reviewer = objectOf('some of agents, skills, login', {
  agents: chain.schema.optional(),
  skills: listOf(name, 20).schema.default([]),
  login: login.schema.nullable().default(null),
})

const skill = objectOf('some of `file`, `when`, `label`', {
  file: repositoryPath.schema.nullable().default(null),
  when: oneOf('always', 'asked').schema.default('asked'),
  label: labelName.schema.nullable().default(null),
})

/** Who reviews, and what the agents are told. */
export const agentKeys = {
  agents: key(chain, ['claude', 'codex'], 'The agents to try, in this order: claude, codex, gemini or a name of `commands`.'),
  commands: key(mapOf(command), {}, 'Programs of your own as agents: they get the brief on stdin and print the report.'),
  models: key(mapOf(line(100)), {}, 'The model of an agent, by the agent’s name.'),
  'extra-args': key(
    mapOf(argv),
    {},
    'Further arguments of an agent, by its name, each option followed by its value; only options that loosen nothing are allowed.',
  ),
  reviewers: key(mapOf(reviewer), {}, 'Named reviewers, with their own agents, skills and login.'),
  panel: key(listOf(name, 5), [], 'Names of `reviewers` that decide together; empty = one reviewer.'),
  'panel-quorum': key(orNull(whole(1, 5)), null, 'Members that must answer before the panel approves; null = all.'),
  skills: key(
    mapOf(skill),
    {},
    'What to look at in particular, by name: one that comes with Countersign, a file of `.github/countersign/skills`, or another `file`, read from the default branch. `always`, or `asked` by request or by the label (`skill:NAME`, and the one set here).',
  ),
  conventions: key(
    listOf(glob, 20),
    [
      'AGENT.md',
      'AGENTS*.md',
      'CLAUDE*.md',
      'CONTRIBUTING*',
      '.github/CONTRIBUTING*',
      '.github/copilot-instructions.md',
      '.claude/**',
      '.codex/**',
    ],
    'Files of the base that tell the agents how the project is written, 20 at most; a plain name counts in the folders above changed files too.',
  ),
  'excluded-paths': key(listOf(glob), [...defaultExclude], 'Files that agents never see; your list takes the place of this one.'),
}
