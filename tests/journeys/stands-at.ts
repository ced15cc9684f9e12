// A journey whose time was up says where it stood, which Playwright itself does not always know: its last steps, with their
// places and how long they took.
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

const STEPS = 4

export default class StandsAt implements Reporter {
  onTestEnd(_test: TestCase, result: TestResult): void {
    const [error] = result.errors
    if (result.status !== 'timedOut' || error === undefined) return
    error.message = [error.message ?? '', ...stepsOf(result.steps).slice(-STEPS).map(textOf)].join('\n')
  }
}

/** What the journey itself did, not its fixtures. */
const stepsOf = (steps: readonly TestStep[]): readonly TestStep[] =>
  steps.flatMap((step) => {
    if (step.category === 'hook' || step.category === 'fixture') return []
    return step.category === 'test.step' ? stepsOf(step.steps) : [step]
  })

const textOf = ({ title, location, duration }: TestStep): string => {
  const place = location ? ` (${relative(process.cwd(), location.file)}:${location.line})` : ''
  return `${title}${place}: ${duration < 0 ? 'no end' : `${duration} ms`}`
}
