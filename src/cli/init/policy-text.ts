/** A first policy: what most want to change, with its default, and the rest a comment away. */
export const policyText = (
  agents: readonly string[],
): string => `# yaml-language-server: $schema=https://raw.githubusercontent.com/countersign/countersign/main/schema/countersign.schema.json
# How Countersign reviews here. Read from the default branch only. All keys: https://github.com/countersign/countersign/blob/main/docs/reference.md
agents: [${agents.join(', ')}] # tried in this order

max-cycles: 3 # heads in a row with a fix requested, then a person decides
max-cost: 5 # USD for a pull request until a person steps in

# approve: true # native approvals; needs Settings, Actions, General: "Allow GitHub Actions to create and approve pull requests"
# review: labeled # only with the label ai-review; or "requested": once for each time that somebody asks
# escalate-to: [octo/reviewers] # whom to call when a person is needed
# skills: # what to look at in particular; your own texts go to .github/countersign/skills/NAME.md
#   security: { when: always }
`
