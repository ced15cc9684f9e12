// The build and the tests read a drawing as its text.
declare module '*.svg' {
  const text: string
  export default text
}
