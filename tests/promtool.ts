// Prometheus' own check of figures in its format.
import { spawnSync } from 'node:child_process'

const PROGRAM = 'promtool'

/** Why what needs it is skipped; undefined where there is one. */
export const promtoolMissing: string | undefined =
  spawnSync(PROGRAM, ['--version']).status === 0 ? undefined : `no ${PROGRAM} on this machine`

/** What it finds wrong; empty for nothing. */
export const complaintsAbout = (metrics: string): string => {
  const { stdout, stderr } = spawnSync(PROGRAM, ['check', 'metrics'], { input: metrics, encoding: 'utf8' })
  return stdout + stderr
}
