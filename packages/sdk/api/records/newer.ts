// Which of two states of one thing is the newer. The same coin comes by the stream, by an answer and in a list, and they
// cross on the way; its program numbers its events, so the higher sequence wins, never the later arrival. Pure.
interface Sequenced {
  readonly sequence: number
}

/** Whether `state` holds something that `known` does not. */
export const isBeyond = (state: Sequenced, known: Sequenced): boolean => state.sequence > known.sequence

/** The newer of what is known and what arrived; of equal ones what arrived, which is at least as complete. */
export const newerOf = <S extends Sequenced>(known: S | undefined, arrived: S): S =>
  known !== undefined && isBeyond(known, arrived) ? known : arrived
