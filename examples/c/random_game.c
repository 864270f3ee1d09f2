/* A random game of Firstfire, in C.

   firstfire build totem --out libraries
   cc -I libraries/linux-x86_64 examples/c/random_game.c libraries/linux-x86_64/totem.v2.*.so -o random_game
   ./random_game 7

   Another game: -DGAME=doggerland, and its library. */
#include <firstfire.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GAME
#define GAME totem
#endif
#define JOINED(game, name) firstfire_##game##_##name
#define NAMED(game, name) JOINED(game, name)
#define OF(name) NAMED(GAME, name) /* OF(step) is firstfire_totem_step */

int main(int count, char **words) {
    uint64_t seed = count > 1 ? strtoull(words[1], NULL, 10) : 1, chance = seed;
    static OF(State) s; /* zero, as everything static is */
    static OF(Box) box;
    static int64_t mask[1024], moves[65536], points[16];
    memcpy(&box, OF(standard_box), sizeof box);
    memcpy(s.options, OF(options), sizeof s.options);
    OF(begin)(&s, &box, 2, seed & 0xFFFFFFFF, seed >> 32);
    while (!s.over) {
        int64_t legal = OF(list_legal)(&s, &box, mask, moves);
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        OF(step)(&s, &box, moves[(chance >> 33) % (uint64_t)legal]);
    }
    OF(score)(&s, &box, points);
    printf("%d decisions:", s.ply);
    for (int seat = 0; seat < s.seats; seat++) printf(" %lld", (long long)points[seat]);
    printf("\n");
    return 0;
}
