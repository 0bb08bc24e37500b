"""Invented technical prose, the same for the same seed: what the replicas' authors write about."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Literal

Kind = Literal["paragraph", "heading", "code", "formula", "table", "image", "list", "quote"]


@dataclass(frozen=True)
class Block:
    """A piece of an article, before a platform turns it into its own markup.

    `text` is plain. A list has one item a line; a table one row a line, the head first, its cells
    parted by tabs; an image's is its caption; a formula's is TeX. `language` is that of code.
    """

    kind: Kind
    text: str
    language: str = ""


THINGS = [
    "调度器",
    "显存池",
    "流水线",
    "路由表",
    "页表",
    "梯度桶",
    "采样器",
    "编译缓存",
    "消息队列",
    "权重分片",
]
TOOLS = [
    "vLLM",
    "torch.compile",
    "NCCL",
    "all_gather",
    "C++",
    "Ray",
    "KV Cache",
    "CUDA Graph",
    "epoll",
    "Rust",
]
DEEDS = ["接管了", "重新排列", "合并了", "提前释放", "按页切分", "异步回写", "逐层展开", "压缩了"]
AIMS = [
    "省下一次拷贝",
    "把等待时间藏起来",
    "让两次启动之间不再空转",
    "避免重复计算前缀",
    "使峰值低于上限",
]
OPENINGS = [
    "先看一个例子：",
    "从日志可以看出，",
    "换句话说，",
    "需要注意的是，",
    "在默认配置下，",
    "压测之后我们发现，",
]
ENDINGS = [
    "因此吞吐提高了{n}%。",
    "代价是多占用{n} MB内存。",
    "这一步平均耗时{n}毫秒。",
    "重试{n}次后仍然失败。",
]
HEADINGS = ["背景", "设计思路", "实现细节", "实验结果", "常见问题", "小结"]
CODE = {
    "python": "def gather(shards, rank={n}):\n    # 逐个收集\n    for shard in shards:\n        if shard.rank < rank:\n            yield shard.tensor\n\n    return None",
    "cpp": "#include <vector>\n\nint main() {{\n\tstd::vector<int> pages({n});\n\treturn pages.size() > 0 && pages[0] == 0;\n}}",
    "bash": "export CUDA_VISIBLE_DEVICES={n}\nnvidia-smi | grep -i 'memory' >> log_{n}.txt",
    "go": 'func Send(ch chan<- string) {{\n\tch <- "第{n}条"\n}}',
}
FORMULAS = [
    r"A_t = r_t + \gamma V(s_{{t+1}}) - V(s_t)",
    r"\sum_{{i=1}}^{{{n}}} x_i \le \alpha",
    r"E = mc^{{{n}}}",
]


def article(seed: int, characters: int = 2000) -> list[Block]:
    """The blocks of the article number `seed`, of about `characters` characters."""
    blocks: list[Block] = []
    pieces = written(Random(seed))
    while sum(len(block.text) for block in blocks) < characters:
        blocks.append(next(pieces))
    return blocks


def written(dice: Random) -> Iterator[Block]:
    """Sections without end: a heading, prose, and one of everything else in turn."""
    yield Block("paragraph", paragraph(dice))
    for section in count():
        yield Block("heading", f"{section + 1}. {dice.choice(HEADINGS)}")
        yield Block("paragraph", paragraph(dice))
        yield (code, formula, listing, table, image, quote)[section % 6](dice)
        yield Block("paragraph", paragraph(dice))


def sentence(dice: Random) -> str:
    thing, other = dice.sample(THINGS, 2)
    middle = (
        f"{dice.choice(TOOLS)} 的{thing}{dice.choice(DEEDS)}{other}，目的是{dice.choice(AIMS)}，"
    )
    return dice.choice(OPENINGS) + middle + dice.choice(ENDINGS).format(n=dice.randint(2, 64))


def paragraph(dice: Random) -> str:
    return "".join(sentence(dice) for _ in range(dice.randint(2, 4)))


def code(dice: Random) -> Block:
    language = dice.choice(list(CODE))
    return Block("code", CODE[language].format(n=dice.randint(1, 9)), language)


def formula(dice: Random) -> Block:
    return Block("formula", dice.choice(FORMULAS).format(n=dice.randint(2, 9)))


def listing(dice: Random) -> Block:
    return Block("list", "\n".join(sentence(dice) for _ in range(3)))


def table(dice: Random) -> Block:
    rows = [
        f"{thing}\t{dice.randint(1, 99)}\t{dice.choice(TOOLS)}" for thing in dice.sample(THINGS, 4)
    ]
    return Block("table", "\n".join(["模块\t耗时（ms）\t工具", *rows]))


def image(dice: Random) -> Block:
    return Block("image", f"图{dice.randint(1, 99)} {dice.choice(THINGS)}的结构")


def quote(dice: Random) -> Block:
    return Block("quote", sentence(dice))
