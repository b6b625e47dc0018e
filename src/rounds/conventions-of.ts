import type { NamedText } from '../brief/build-brief.ts'
import { boundedConventions, CONVENTION_BOUNDS, chosenConventions, conventionPlaces } from '../brief/conventions.ts'
import type { Repository } from '../git/repository.ts'
import type { Policy } from '../policy/schema.ts'
import type { DiffFile } from '../review/diff.ts'
import type { Sha } from '../snapshot/ids.ts'

/** What a commit says about how the project is written, best effort: without it the review goes on. */
export const conventionsOf = async (
  { listFiles, readTexts }: Pick<Repository, 'listFiles' | 'readTexts'>,
  commit: Sha,
  { policy, files }: { policy: Policy; files: DiffFile[] },
): Promise<NamedText[]> => {
  const patterns = policy.conventions
  const listed = await listFiles(
    commit,
    conventionPlaces(
      patterns,
      files.map(file => file.path),
    ),
  )
  const paths = chosenConventions(
    listed.map(({ path }) => path),
    { patterns, excluded: policy['excluded-paths'] },
  )
  return boundedConventions(await readTexts(commit, { paths, maxBytes: CONVENTION_BOUNDS.bytes }))
}
