// What a library says of itself, and of the processor it lies on.

#ifdef _WIN32
#define SHOWN __declspec(dllexport)
int __stdcall DllMainCRTStartup(void *library, unsigned int reason, void *more) { return 1; }  // no C library is needed
#else
#define SHOWN __attribute__((visibility("default")))
#endif

SHOWN extern const char firstfire_about[];
const char firstfire_about[] = ABOUT;

#ifdef __x86_64__
typedef unsigned int word;

static void ask(word leaf, word answer[4]) {
    __asm__("cpuid" : "=a"(answer[0]), "=b"(answer[1]), "=c"(answer[2]), "=d"(answer[3]) : "a"(leaf), "c"(0));
}

static int has(word answer, word bits) { return (answer & bits) == bits; }

static word saved_registers(void) {
    word low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

// The level of the processor: 3 for x86-64-v3 (AVX2, BMI, FMA, LZCNT), 2 for x86-64-v2 (SSE 4.2, POPCNT), else 1.
SHOWN int firstfire_level(void) {
    word basic[4], more[4], extended[4], most[4];
    ask(0, most);
    ask(1, basic);
    ask(0x80000001u, extended);
    const word sse42 = 1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23;
    if (!has(basic[2], sse42) || !has(extended[2], 1u << 0)) return 1;
    const word avx = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    if (most[0] < 7 || !has(basic[2], avx) || !has(saved_registers(), 6u) || !has(extended[2], 1u << 5)) return 2;
    ask(7, more);
    return has(more[1], 1u << 3 | 1u << 5 | 1u << 8) ? 3 : 2;
}
#else
SHOWN int firstfire_level(void) { return 1; }
#endif
