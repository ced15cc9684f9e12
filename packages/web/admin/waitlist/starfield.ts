// What moves on the landing: stars that drift away from the middle, and particles that fly out of the logo. Each is an
// element of its own whose whole life is one animation of transform and opacity, so that nothing runs here between births
// and nothing is laid out. Who wants less motion gets none of it.

const STAR = { everyMs: 150, max: 120, lifeMs: 10_000 }
const PARTICLE = { everyMs: 150, max: 15, lifeMs: 1_500 }

/** Calls `birth` at its pace while wanted, until the returned function is called. */
function emit(
  layer: HTMLElement,
  kind: typeof STAR,
  birth: (element: HTMLElement) => Keyframe[],
): () => void {
  const timer = setInterval(() => {
    if (document.hidden || layer.childElementCount >= kind.max) return
    const element = document.createElement('span')
    const frames = birth(element)
    layer.append(element)
    element.animate(frames, { duration: kind.lifeMs, easing: 'linear', fill: 'both' }).onfinish = () =>
      element.remove()
  }, kind.everyMs)
  return () => clearInterval(timer)
}

const between = (least: number, most: number) => least + Math.random() * (most - least)

/** Fills `layer`, which covers the screen, with stars. */
export function startStars(layer: HTMLElement): () => void {
  return unlessStill(() => {
    const stop = emit(layer, STAR, (star) => {
      const size = between(1, 3)
      star.className = 'absolute top-0 left-0 rounded-full bg-text'
      star.style.width = star.style.height = `${size}px`
      const [x, y] = [Math.random() * innerWidth, Math.random() * innerHeight]
      const [away, down] = [(x - innerWidth / 2) * 0.25, (y - innerHeight / 2) * 0.25]
      const brightness = between(0.35, 0.95)
      return [
        { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0 },
        { opacity: brightness, offset: 0.2 },
        { opacity: brightness * 0.5, offset: 0.5 },
        { opacity: brightness, offset: 0.8 },
        { transform: `translate(${x + away}px, ${y + down}px) scale(1)`, opacity: 0 },
      ]
    })
    return () => {
      stop()
      layer.replaceChildren()
    }
  })
}

/** Particles out of the middle of `layer`, one after the other until stopped; those in the air fly on. */
export function startParticles(layer: HTMLElement): () => void {
  return unlessStill(() =>
    emit(layer, PARTICLE, (particle) => {
      const size = between(4, 9)
      particle.className = 'absolute rounded-full bg-violet'
      particle.style.cssText = `width:${size}px;height:${size}px;top:calc(50% - ${size / 2}px);left:calc(50% - ${size / 2}px)`
      const angle = Math.random() * 2 * Math.PI
      const way = between(110, 220)
      return [
        { transform: 'translate(0, 0)', opacity: 1 },
        { opacity: 0.9, offset: 0.6 },
        {
          transform: `translate(${Math.cos(angle) * way}px, ${Math.sin(angle) * way}px) scale(0.2)`,
          opacity: 0,
        },
      ]
    }),
  )
}

/** Runs `begin` while motion is welcome, which may change at any time. */
function unlessStill(begin: () => () => void): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let stop = still.matches ? undefined : begin()
  const onChange = () => {
    stop?.()
    stop = still.matches ? undefined : begin()
  }
  still.addEventListener('change', onChange)
  return () => {
    still.removeEventListener('change', onChange)
    stop?.()
  }
}
