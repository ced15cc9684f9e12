// The pictures of the demo market: a dozen characters, each a square SVG without text, fonts or anything from elsewhere.
import cat from './pictures/cat.svg'
import dinosaur from './pictures/dinosaur.svg'
import dog from './pictures/dog.svg'
import egg from './pictures/egg.svg'
import fish from './pictures/fish.svg'
import ghost from './pictures/ghost.svg'
import intern from './pictures/intern.svg'
import monday from './pictures/monday.svg'
import pigeon from './pictures/pigeon.svg'
import potato from './pictures/potato.svg'
import sock from './pictures/sock.svg'
import toast from './pictures/toast.svg'

export const PICTURES = { toast, monday, pigeon, sock, potato, fish, intern, egg, dinosaur, ghost, cat, dog }
