/* The yardstick of `kahuna bench`: the random games of src/kahuna/rules/playout.py in portable C.
 *
 *     gcc -O3 -o limit limit.c && ./limit GAME SEED GAMES
 *
 * GAME is kahuna, planning, exahuna or exahuna-special. Prints the games won by White, won by Black and tied,
 * the actions in all of them, and the seconds of processor time. The algorithm and the random numbers are those
 * of the kernels, so all but the seconds must equal what they count; but it is written as one would in C: the
 * state is changed in place, everything is inlined, and numbers are as wide as they need to be.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint32_t u32;
typedef uint64_t u64;

typedef struct {
    u64 won[3]; /* by White, by Black, by nobody */
    u64 actions;
} Tally;

/* Bits and random numbers (bits.py) */

#ifdef __POPCNT__
static inline int popcount(u64 word) { return __builtin_popcountll(word); }
static inline int popcount32(u32 word) { return __builtin_popcount(word); }
#else /* the builtin would call a function that looks every byte up in a table */
static inline int popcount(u64 word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
}
static inline int popcount32(u32 word) {
    word -= word >> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >> 2 & 0x33333333);
    return (int)(((word + (word >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
}
#endif

static inline int lowest(u64 word) { return __builtin_ctzll(word); }

static inline int nth_bit(u64 word, int n) {
    for (; n; n--)
        word &= word - 1;
    return lowest(word);
}

static inline u64 next_random(u64 x) {
    x ^= x << 8 & INT64_MAX;
    x ^= x >> 17;
    return x ^ (x << 26 & INT64_MAX);
}

static inline int below(u64 x, int n) { return (int)((x >> 31) * (u64)n >> 32); }

static u64 mixed(u64 x) {
    u64 high = x >> 32, low = x & UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        high ^= low * 0x45D9F3B1 >> 16 & INT32_MAX;
        low ^= high * 0xB5297A4D >> 15 & UINT32_MAX;
    }
    return high << 32 | low;
}

static u64 seeded(u64 seed) {
    u64 x = mixed(mixed(seed));
    return x ? x : 1;
}

/* How games end (outcome.py) */

enum { RUNNING = 0, NOBODY = 2 };
enum { POINTS, ROUND_3, BRIDGES, EARLY_END, ISLANDS, DRAW };

static inline int outcome_of(int by, int winner) { return 1 + 3 * by + winner; }

static inline void count(Tally *tally, int outcome) { tally->won[(outcome - 1) % 3]++; }

/* Kahuna (kahuna.py) */

enum { K_LINKS = 27, SUPPLY = 25, HAND = 5, LOW = 0xFFF, ALL_CARDS = 0xFFFFFF };
enum { REMOVE = 54, REPLACE = 135, DISCARD = 216, TAKE_ROW = 228, TAKE_STACK = 231, END = 232 };
enum { HANDICAP = 233, WORD_BITS = 54 };
enum { NOTHING, PLAYED, DISCARDED };
enum { TO_OWN_HAND = 4, TO_ENEMY_HAND = 5, THEN_END_TURN = 6, DUE_ROW = 0x321 };

static const uint8_t K_FIRST[K_LINKS] = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4,
                                         4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8, 9, 10};
static const uint8_t K_SECOND[K_LINKS] = {1, 3, 7, 2, 3,  4, 5,  5, 6,  10, 4,  7,  5, 7,
                                          8, 9, 6, 9, 9, 10, 8, 11, 9, 10, 11, 10, 11};
static const u32 K_LINKS_AT[12] = {0x0000007, 0x0000079, 0x0000388, 0x0000c12, 0x000f420, 0x00310c0,
                                   0x00d0100, 0x0302804, 0x1d04000, 0x2468000, 0x6880200, 0x5200000};
static const uint8_t K_MAJORITY[12] = {2, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3, 2};

/* Links whose first (second) end lies in a set of islands, by the set's lower and upper half. */
static u32 first_low[64], first_high[64], second_low[64], second_high[64];

static void prepare(void) {
    for (int half = 0; half < 64; half++)
        for (int link = 0; link < K_LINKS; link++) {
            first_low[half] |= (u32)(half >> K_FIRST[link] & 1) << link;
            first_high[half] |= (u32)(half << 6 >> K_FIRST[link] & 1) << link;
            second_low[half] |= (u32)(half >> K_SECOND[link] & 1) << link;
            second_high[half] |= (u32)(half << 6 >> K_SECOND[link] & 1) << link;
        }
}

typedef struct {
    u32 bridges, hand, known, secret;
    int points;
} Side;

typedef struct {
    Side own, enemy;
    u32 stack, row;
    u64 due;
    int seat, round, turn, this_turn, must_take, last_turns, handicap, outcome;
    int first, planning;
} Kahuna;

typedef struct {
    u64 words[5];
} KahunaLegal;

static inline u32 links_from(u32 islands) { return first_low[islands & 63] | first_high[islands >> 6]; }
static inline u32 links_to(u32 islands) { return second_low[islands & 63] | second_high[islands >> 6]; }

static inline u32 add_card(u32 cards, int island) {
    u32 first = 1u << island;
    return cards | (cards & first ? first << 12 : first);
}

static inline u32 remove_card(u32 cards, int island) {
    u32 first = 1u << island, second = first << 12;
    return cards & ~(cards & second ? second : first);
}

static inline u32 remaining(u32 some, u32 others) {
    u32 free = ~(some | others | (some & others & LOW) << 12);
    return (free >> 12 & LOW) | (free & LOW) << 12;
}

static inline u32 k_controlled(u32 bridges, int more) {
    u32 islands = 0;
    for (int island = 0; island < 12; island++)
        islands |= (u32)(popcount32(bridges & K_LINKS_AT[island]) >= K_MAJORITY[island] + more) << island;
    return islands;
}

static inline Kahuna k_start(int planning) {
    Side side = {0, 0, 0, 0, 0};
    return (Kahuna){.own = side, .enemy = side, .stack = ALL_CARDS, .due = (u64)DUE_ROW << 24 | 0x555444,
                    .round = 1, .turn = 1, .planning = planning};
}

static inline KahunaLegal k_legal(const Kahuna *s) {
    KahunaLegal legal = {{0, 0, 0, 0, 0}};
    if (s->outcome != RUNNING || s->due)
        return legal;
    u32 own = s->own.bridges, enemy = s->enemy.bridges, hand = s->own.hand;
    u64 free = ((1u << K_LINKS) - 1) & ~(own | enemy);
    if (s->handicap) {
        legal.words[4] = 1ull << (END - DISCARD) | free << (HANDICAP - DISCARD);
        return legal;
    }
    u32 held = hand & LOW;
    if (s->this_turn != DISCARDED) {
        u32 pairs = hand >> 12, from_held = links_from(held), to_held = links_to(held);
        bool supplied = popcount32(own) < SUPPLY;
        if (supplied) {
            if (s->planning) {
                u32 closed = k_controlled(enemy, 0);
                free &= ~(links_from(closed) | links_to(closed));
            }
            legal.words[0] = (free & from_held) | (free & to_held) << K_LINKS;
        }
        u64 both = enemy & from_held & to_held;
        u64 twice_first = enemy & links_from(pairs), twice_second = enemy & links_to(pairs);
        legal.words[1] = both | twice_first << K_LINKS;
        legal.words[2] = twice_second;
        if (s->planning && supplied) {
            u32 closed = k_controlled(enemy, 1), open = ~(links_from(closed) | links_to(closed));
            legal.words[2] |= (both & open) << K_LINKS;
            legal.words[3] = (twice_first & open) | (twice_second & open) << K_LINKS;
        }
    }
    u64 other = s->this_turn != PLAYED ? held : 0;
    if (s->last_turns)
        other |= 1ull << (END - DISCARD);
    else {
        if (popcount32(hand) < HAND) {
            int row = ((s->row & 0xF) != 0) | ((s->row & 0xF0) != 0) << 1 | ((s->row & 0xF00) != 0) << 2;
            other |= (u64)(row | (s->stack != 0) << 3) << (TAKE_ROW - DISCARD);
        }
        if (!s->must_take)
            other |= 1ull << (END - DISCARD);
    }
    legal.words[4] = other;
    return legal;
}

static inline int k_count(const KahunaLegal *legal) {
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += popcount(legal->words[i]);
    return sum;
}

static inline int k_nth(const KahunaLegal *legal, int n) {
    for (int i = 0; i < 4; i++) {
        int here = popcount(legal->words[i]);
        if (n < here)
            return i * WORD_BITS + nth_bit(legal->words[i], n);
        n -= here;
    }
    return 4 * WORD_BITS + nth_bit(legal->words[4], n);
}

static inline void next_turn(Kahuna *s, int must_take, int last_turns) {
    Side own = s->own;
    s->own = s->enemy;
    s->enemy = own;
    s->seat = 1 - s->seat;
    s->turn++;
    s->this_turn = NOTHING;
    s->must_take = must_take;
    s->last_turns = last_turns;
}

static inline int lead_of(const Kahuna *s) {
    return popcount32(k_controlled(s->own.bridges, 0)) - popcount32(k_controlled(s->enemy.bridges, 0));
}

static inline bool one_has_no_bridge(const Kahuna *s) {
    return (s->own.bridges == 0) != (s->enemy.bridges == 0);
}

static inline void early_end(Kahuna *s) {
    s->outcome = outcome_of(EARLY_END, s->own.bridges ? s->seat : 1 - s->seat);
}

static void next_round(Kahuna *s) {
    int lead = lead_of(s);
    if (lead > 0)
        s->own.points += s->round;
    else if (lead < 0)
        s->enemy.points += s->round;
    s->round++;
    if (one_has_no_bridge(s)) {
        early_end(s);
        return;
    }
    s->own.secret = s->enemy.secret = 0;
    s->stack = remaining(s->own.hand, s->enemy.hand);
    s->due = DUE_ROW;
    next_turn(s, 0, 0);
}

static void k_final(Kahuna *s) {
    int lead = lead_of(s);
    s->own.points += lead > 0 ? lead : 0;
    s->enemy.points += lead < 0 ? -lead : 0;
    int by = POINTS, margin = s->own.points - s->enemy.points;
    if (margin == 0)
        by = ROUND_3, margin = lead;
    if (margin == 0)
        by = BRIDGES, margin = popcount32(s->own.bridges) - popcount32(s->enemy.bridges);
    s->outcome = margin == 0 ? outcome_of(DRAW, NOBODY) : outcome_of(by, margin > 0 ? s->seat : 1 - s->seat);
}

static inline void end_turn_after_take(Kahuna *s) {
    if (s->stack || s->row)
        next_turn(s, 0, 0);
    else if (s->round == 3)
        next_turn(s, 0, 2);
    else
        next_round(s);
}

static inline void k_deal(Kahuna *s, int island) {
    int to = s->due & 15;
    s->due >>= 4;
    if (to == TO_OWN_HAND)
        s->own.hand = add_card(s->own.hand, island);
    else if (to == TO_ENEMY_HAND)
        s->enemy.hand = add_card(s->enemy.hand, island);
    else
        s->row |= (u32)(island + 1) << 4 * (to - 1);
    s->stack = remove_card(s->stack, island);
    if (s->due == THEN_END_TURN) {
        s->due = 0;
        end_turn_after_take(s);
    }
}

static inline void spend(Side *side, int island) {
    side->hand = remove_card(side->hand, island);
    side->known = remove_card(side->known, island);
}

static inline void played(Kahuna *s) {
    s->this_turn = PLAYED;
    if (s->round > 1 && one_has_no_bridge(s))
        early_end(s);
}

static inline u32 k_swept(u32 bridges, int island) {
    return popcount32(bridges & K_LINKS_AT[island]) == K_MAJORITY[island] ? K_LINKS_AT[island] : 0;
}

static inline void lay(Kahuna *s, int link) {
    u32 bridges = s->own.bridges |= 1u << link;
    s->enemy.bridges &= ~(k_swept(bridges, K_FIRST[link]) | k_swept(bridges, K_SECOND[link]));
}

static inline void take_row(Kahuna *s, int slot) {
    int card = (int)(s->row >> 4 * slot & 15) - 1;
    s->own.hand = add_card(s->own.hand, card);
    s->own.known = add_card(s->own.known, card);
    s->row &= ~(15u << 4 * slot);
    if (s->stack)
        s->due = THEN_END_TURN << 4 | (u32)(slot + 1);
    else
        end_turn_after_take(s);
}

static inline void k_end(Kahuna *s) {
    if (s->last_turns == 2)
        next_turn(s, 0, 1);
    else if (s->last_turns == 1)
        k_final(s);
    else
        next_turn(s, 1, 0);
}

static inline void k_play(Kahuna *s, int code) {
    if (code < REMOVE) {
        int link = code % K_LINKS;
        spend(&s->own, code >= K_LINKS ? K_SECOND[link] : K_FIRST[link]);
        lay(s, link);
        played(s);
    } else if (code < DISCARD) {
        bool replace = code >= REPLACE;
        code -= replace ? REPLACE : REMOVE;
        int link = code % K_LINKS, way = code / K_LINKS;
        spend(&s->own, way == 2 ? K_SECOND[link] : K_FIRST[link]);
        spend(&s->own, way == 1 ? K_FIRST[link] : K_SECOND[link]);
        s->enemy.bridges &= ~(1u << link);
        if (replace)
            lay(s, link);
        played(s);
    } else if (code < TAKE_ROW) {
        int island = code - DISCARD;
        s->own.hand = remove_card(s->own.hand, island);
        s->own.known >>= 12;
        s->own.secret = add_card(s->own.secret, island);
        s->this_turn = DISCARDED;
    } else if (code < TAKE_STACK)
        take_row(s, code - TAKE_ROW);
    else if (code == TAKE_STACK)
        s->due = THEN_END_TURN << 4 | TO_OWN_HAND;
    else
        k_end(s); /* without a handicap no code is higher */
}

static Tally random_kahuna(u64 x, long games, int planning) {
    Tally tally = {{0, 0, 0}, 0};
    while (games--) {
        Kahuna s = k_start(planning);
        while (s.outcome == RUNNING) {
            x = next_random(x);
            if (s.due)
                k_deal(&s, nth_bit(s.stack, below(x, popcount32(s.stack))) % 12);
            else {
                KahunaLegal legal = k_legal(&s);
                k_play(&s, k_nth(&legal, below(x, k_count(&legal))));
                tally.actions++;
            }
        }
        count(&tally, s.outcome);
    }
    return tally;
}

/* Exahuna (exahuna.py) */

enum { X_LINKS = 54, X_ISLANDS = 19, X_SUPPLY = 32, X_PASS = 54 };
#define X_ALL_LINKS ((1ull << X_LINKS) - 1)

static const uint8_t X_FIRST[X_LINKS] = {
    0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9,
    10, 10, 10, 11, 12, 12, 13, 13, 13, 14, 14, 14, 15, 16, 17, 0, 0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17};
static const uint8_t X_SECOND[X_LINKS] = {
    1, 3, 4, 2, 4, 5, 5, 6, 4, 7, 8, 5, 8, 9, 6, 9, 10, 10, 11, 8, 12, 9, 12, 13, 10, 13, 14,
    11, 14, 15, 15, 13, 16, 14, 16, 17, 15, 17, 18, 18, 17, 18, 1, 3, 2, 6, 7, 11, 12, 15, 16, 18, 17, 18};
static const u64 X_LINKS_AT[X_ISLANDS] = {
    0x0c0000000007, 0x140000000039, 0x3000000000c8, 0x480000000702, 0x000000003914, 0x00000001c860,
    0xa00000064080, 0x1400000180200, 0x000000e81400, 0x00000720a000, 0x000039030000, 0x2800048040000,
    0x5000180500000, 0x000e82800000, 0x007214000000, 0xa009060000000, 0x14010500000000, 0x30032800000000,
    0x2802c000000000};
static const uint8_t X_MAJORITY[X_ISLANDS] = {3, 4, 3, 4, 4, 4, 4, 3, 4, 4, 4, 3, 4, 4, 4, 4, 3, 4, 3};

typedef struct {
    u64 own, enemy;
    int left, enemy_left, passed, seat, turn, outcome;
} Exahuna;

static inline void swap_words(u64 *a, u64 *b) {
    u64 word = *a;
    *a = *b;
    *b = word;
}

static inline int x_islands(u64 bridges) {
    int islands = 0;
    for (int island = 0; island < X_ISLANDS; island++)
        islands += popcount(bridges & X_LINKS_AT[island]) >= X_MAJORITY[island];
    return islands;
}

static inline u64 x_legal(const Exahuna *s) {
    if (s->outcome != RUNNING)
        return 0;
    u64 free = X_ALL_LINKS & ~(s->own | s->enemy);
    return free && s->left ? free : 1ull << X_PASS;
}

static inline u64 x_swept(u64 bridges, int island) {
    return popcount(bridges & X_LINKS_AT[island]) == X_MAJORITY[island] ? X_LINKS_AT[island] : 0;
}

static inline int verdict(int lead, int bridge_lead, int seat) {
    if (lead)
        return outcome_of(ISLANDS, lead > 0 ? seat : 1 - seat);
    if (bridge_lead)
        return outcome_of(BRIDGES, bridge_lead > 0 ? seat : 1 - seat);
    return outcome_of(DRAW, NOBODY);
}

static inline void x_next_turn(Exahuna *s, int passed) {
    int left = s->left;
    swap_words(&s->own, &s->enemy);
    s->left = s->enemy_left;
    s->enemy_left = left;
    s->passed = passed;
    s->seat = 1 - s->seat;
    s->turn++;
}

static inline void x_play(Exahuna *s, int code) {
    bool over;
    if (code == X_PASS)
        over = s->passed;
    else {
        s->own |= 1ull << code;
        s->enemy &= ~(x_swept(s->own, X_FIRST[code]) | x_swept(s->own, X_SECOND[code]));
        s->left--;
        over = s->left + s->enemy_left == 0;
    }
    if (over)
        s->outcome = verdict(x_islands(s->own) - x_islands(s->enemy),
                             popcount(s->own) - popcount(s->enemy), s->seat);
    else
        x_next_turn(s, code == X_PASS);
}

static Tally random_exahuna(u64 x, long games) {
    Tally tally = {{0, 0, 0}, 0};
    while (games--) {
        Exahuna s = {.left = X_SUPPLY, .enemy_left = X_SUPPLY, .turn = 1};
        while (s.outcome == RUNNING) {
            x = next_random(x);
            u64 legal = x_legal(&s);
            x_play(&s, nth_bit(legal, below(x, popcount(legal))));
            tally.actions++;
        }
        count(&tally, s.outcome);
    }
    return tally;
}

/* Exahuna Special (special.py) */

enum { ONE, TWO, THREE, FOUR, MINUS, JOKER, VALOUR, DOUBLE };
enum { S_MOVE = 8 * X_LINKS, S_PASS = S_MOVE + X_LINKS * X_LINKS };
enum { S_FULL_SUPPLY = 044444444, S_CORNERS = 0x50885 };

typedef struct {
    u64 low, middle, high;
} Kinds;

typedef struct {
    u64 own, enemy;
    Kinds kinds;
} Bridges;

typedef struct {
    Bridges on;
    u32 supply, enemy_supply;
    int passed, seat, turn, outcome;
} Special;

typedef struct {
    u64 free;
    u32 kinds;
    u64 jokers, bridges;
    int may_pass;
} SpecialLegal;

static inline u64 of_kind(const Kinds *kinds, int kind) {
    u64 low = kind & 1 ? kinds->low : ~kinds->low;
    u64 middle = kind & 2 ? kinds->middle : ~kinds->middle;
    u64 high = kind & 4 ? kinds->high : ~kinds->high;
    return X_ALL_LINKS & low & middle & high;
}

static inline int kind_at(const Kinds *kinds, int link) {
    u64 low = kinds->low >> link & 1, middle = kinds->middle >> link & 1, high = kinds->high >> link & 1;
    return (int)(low | middle << 1 | high << 2);
}

static inline void put_kind(Kinds *kinds, int link, int kind) {
    kinds->low |= (u64)(kind & 1) << link;
    kinds->middle |= (u64)(kind >> 1 & 1) << link;
    kinds->high |= (u64)(kind >> 2 & 1) << link;
}

static inline void keep_kinds(Kinds *kinds, u64 links) {
    kinds->low &= links;
    kinds->middle &= links;
    kinds->high &= links;
}

static inline int at_least_0(int number) { return number > 0 ? number : 0; }

static inline int points_at(u64 own, u64 enemy, const Kinds *kinds, u64 links) {
    u64 here = own & links, normal = here & ~kinds->high;
    int valours = popcount(here & of_kind(kinds, VALOUR));
    int change = valours - popcount(enemy & links & of_kind(kinds, MINUS));
    int twos = popcount(normal & kinds->low & ~kinds->middle);
    int threes = popcount(normal & ~kinds->low & kinds->middle);
    int fours = popcount(normal & kinds->low & kinds->middle);
    int ones = popcount(here) - valours - twos - threes - fours;
    return ones * at_least_0(1 + change) + twos * at_least_0(2 + change) + threes * at_least_0(3 + change) +
           fours * at_least_0(4 + change) + valours * at_least_0(change);
}

static inline bool s_controls(u64 own, u64 enemy, const Kinds *kinds, int island) {
    u64 links = X_LINKS_AT[island];
    int bridges = popcount(own & links);
    if (bridges != 3)
        return bridges > 3;
    if (S_CORNERS >> island & 1)
        return true;
    return points_at(own, enemy, kinds, links) > points_at(enemy, own, kinds, links);
}

static inline u32 controlled_among(u64 own, u64 enemy, const Kinds *kinds, u32 islands) {
    u32 held = 0;
    for (; islands; islands &= islands - 1) {
        int island = lowest(islands);
        held |= (u32)s_controls(own, enemy, kinds, island) << island;
    }
    return held;
}

static inline u32 kinds_left(u32 supply) {
    u32 present = 0;
    for (int kind = 0; kind < 8; kind++)
        present |= (u32)((supply >> 3 * kind & 7) != 0) << kind;
    return present;
}

static inline SpecialLegal s_legal(const Special *s) {
    if (s->outcome != RUNNING)
        return (SpecialLegal){0, 0, 0, 0, 0};
    u64 own = s->on.own, free = X_ALL_LINKS & ~(own | s->on.enemy);
    u64 jokers = own & (own - 1) ? own & of_kind(&s->on.kinds, JOKER) : 0;
    if (free == 0 || s->supply == 0)
        return (SpecialLegal){0, 0, jokers, own, 1};
    return (SpecialLegal){free, kinds_left(s->supply), jokers, own, 0};
}

static inline int s_count(const SpecialLegal *legal) {
    return popcount(legal->free) * popcount32(legal->kinds) +
           popcount(legal->jokers) * (popcount(legal->bridges) - 1) + legal->may_pass;
}

static inline int s_nth(const SpecialLegal *legal, int n) {
    int free = popcount(legal->free), places = free * popcount32(legal->kinds);
    if (n < places)
        return nth_bit(legal->kinds, n / free) * X_LINKS + nth_bit(legal->free, n % free);
    n -= places;
    int others = popcount(legal->bridges) - 1;
    if (n < popcount(legal->jokers) * others) {
        int joker = nth_bit(legal->jokers, n / others);
        return S_MOVE + joker * X_LINKS + nth_bit(legal->bridges & ~(1ull << joker), n % others);
    }
    return S_PASS;
}

static inline u32 ends_of(int link) { return 1u << X_FIRST[link] | 1u << X_SECOND[link]; }

static inline u32 all_ends_of(u64 links) {
    u32 islands = 0;
    for (; links; links &= links - 1)
        islands |= ends_of(lowest(links));
    return islands;
}

static inline u64 links_of(u32 islands) {
    u64 links = 0;
    for (; islands; islands &= islands - 1)
        links |= X_LINKS_AT[lowest(islands)];
    return links;
}

static inline void resolve(Bridges *now, const Bridges *before, u32 touched) {
    u32 mark = controlled_among(before->own, before->enemy, &before->kinds, touched);
    u32 enemy_mark = controlled_among(before->enemy, before->own, &before->kinds, touched);
    for (;;) {
        u64 fallen;
        u32 won = controlled_among(now->own, now->enemy, &now->kinds, touched & ~mark);
        if (won) {
            fallen = now->enemy & links_of(won);
            mark |= won;
            enemy_mark &= ~won;
            now->enemy &= ~fallen;
        } else {
            won = controlled_among(now->enemy, now->own, &now->kinds, touched & ~enemy_mark);
            if (!won)
                return;
            fallen = now->own & links_of(won);
            mark &= ~won;
            enemy_mark |= won;
            now->own &= ~fallen;
        }
        keep_kinds(&now->kinds, now->own | now->enemy);
        u32 more = all_ends_of(fallen) & ~touched;
        mark |= controlled_among(before->own, before->enemy, &before->kinds, more);
        enemy_mark |= controlled_among(before->enemy, before->own, &before->kinds, more);
        touched |= more;
    }
}

static int total_worth(u64 own, u64 enemy, const Kinds *kinds) {
    int total = 0;
    u32 islands = controlled_among(own, enemy, kinds, (1u << X_ISLANDS) - 1);
    for (; islands; islands &= islands - 1)
        total += 1 << popcount(of_kind(kinds, DOUBLE) & X_LINKS_AT[lowest(islands)]);
    return total;
}

static void s_final(Special *s) {
    u64 own = s->on.own, enemy = s->on.enemy;
    int lead = total_worth(own, enemy, &s->on.kinds) - total_worth(enemy, own, &s->on.kinds);
    s->outcome = verdict(lead, popcount(own) - popcount(enemy), s->seat);
}

static inline void s_next_turn(Special *s, int passed) {
    u32 supply = s->supply;
    swap_words(&s->on.own, &s->on.enemy);
    s->supply = s->enemy_supply;
    s->enemy_supply = supply;
    s->passed = passed;
    s->seat = 1 - s->seat;
    s->turn++;
}

static inline void s_play(Special *s, int code) {
    if (code == S_PASS) {
        if (s->passed)
            s_final(s);
        else
            s_next_turn(s, 1);
        return;
    }
    Bridges before = s->on;
    Kinds *kinds = &s->on.kinds;
    int link = code % X_LINKS;
    u32 touched = ends_of(link);
    if (code < S_MOVE) {
        int kind = code / X_LINKS;
        s->on.own |= 1ull << link;
        put_kind(kinds, link, kind);
        s->supply -= 1u << 3 * kind;
    } else {
        int joker = (code - S_MOVE) / X_LINKS, moving = kind_at(kinds, link);
        touched |= ends_of(joker);
        s->on.own &= ~(1ull << link);
        keep_kinds(kinds, ~(1ull << link | 1ull << joker));
        put_kind(kinds, joker, moving);
    }
    resolve(&s->on, &before, touched);
    if ((s->supply | s->enemy_supply) == 0)
        s_final(s);
    else
        s_next_turn(s, 0);
}

static Tally random_special(u64 x, long games) {
    Tally tally = {{0, 0, 0}, 0};
    while (games--) {
        Special s = {.supply = S_FULL_SUPPLY, .enemy_supply = S_FULL_SUPPLY, .turn = 1};
        while (s.outcome == RUNNING) {
            x = next_random(x);
            SpecialLegal legal = s_legal(&s);
            s_play(&s, s_nth(&legal, below(x, s_count(&legal))));
            tally.actions++;
        }
        count(&tally, s.outcome);
    }
    return tally;
}

static int usage(void) {
    fprintf(stderr, "usage: limit kahuna|planning|exahuna|exahuna-special SEED GAMES\n");
    return 2;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return usage();
    const char *game = argv[1];
    u64 x = seeded(strtoull(argv[2], NULL, 10));
    long games = strtol(argv[3], NULL, 10);
    Tally tally;
    prepare();
    clock_t begin = clock();
    if (strcmp(game, "exahuna") == 0)
        tally = random_exahuna(x, games);
    else if (strcmp(game, "exahuna-special") == 0)
        tally = random_special(x, games);
    else if (strcmp(game, "kahuna") == 0 || strcmp(game, "planning") == 0)
        tally = random_kahuna(x, games, strcmp(game, "planning") == 0);
    else
        return usage();
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%llu %llu %llu %llu %.6f\n", (unsigned long long)tally.won[0], (unsigned long long)tally.won[1],
           (unsigned long long)tally.won[2], (unsigned long long)tally.actions, seconds);
    return 0;
}
