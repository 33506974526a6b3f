#include "app/console/console.h"

#include "engine/core/text.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace bubblescope {

bool print(std::string_view text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size(); }

int finishPrinting() {
    errno = 0;
    if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return kDone;
    return complain(kFailed, {},
                    {Text::tr("standard output cannot be written: %1")
                         .arg(QString::fromLocal8Bit(std::strerror(errno ? errno : EIO)))
                         .toStdString(),
                     {}});
}

int complain(ExitCode code, const std::string& source, const Error& error) {
    constexpr std::size_t kLongestLine = 2000;
    const bool isAboutOptions = error.field.starts_with("--");
    const std::string place = source.empty() || isAboutOptions ? "" : source + ": ";
    const std::string line = "bubblescope: " + shortened(place + error.text(), kLongestLine) + "\n";
    std::fflush(stdout);
    std::fwrite(line.data(), 1, line.size(), stderr);
    return code;
}

void note(const std::string& source, const QString& message, const std::string& place) {
    complain(kDone, source, {message.toStdString(), place});
}

QString plainSpaces(QString text) { return text.replace(QChar(0x202f), QLatin1Char(' ')); }

QString alignedRows(const std::vector<QStringList>& rows, const QString& alignment) {
    std::vector<qsizetype> widths;
    for (const QStringList& row : rows) {
        widths.resize(std::max(widths.size(), static_cast<std::size_t>(row.size())));
        for (qsizetype i = 0; i < row.size(); ++i) {
            auto& width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, row[i].size());
        }
    }
    QString out;
    for (const QStringList& row : rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const auto width = widths[static_cast<std::size_t>(i)];
            const bool isLeft = alignment[std::min(i, alignment.size() - 1)] == QLatin1Char('l');
            if (i > 0) line += QLatin1String("  ");
            line += isLeft ? row[i].leftJustified(width) : row[i].rightJustified(width);
        }
        while (line.endsWith(QLatin1Char(' '))) line.chop(1);
        out += line + QLatin1Char('\n');
    }
    return out;
}

QString alignedRows(const Table& table) {
    qsizetype height = 0;
    for (const TableColumn& column : table.columns)
        height = std::max(height, column.title.count(QLatin1Char('\n')) + 1);
    std::vector<QStringList> rows(static_cast<std::size_t>(height));
    QString alignment;
    for (const TableColumn& column : table.columns) {
        const QString lines =
            QString(height - 1 - column.title.count(QLatin1Char('\n')), QLatin1Char('\n')) + column.title;
        for (qsizetype line = 0; line < height; ++line)
            rows[static_cast<std::size_t>(line)] += plainSpaces(lines.section(QLatin1Char('\n'), line, line));
        alignment += QLatin1Char(column.isLeft ? 'l' : 'r');
    }
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
        QStringList cells;
        for (const TableColumn& column : table.columns) {
            if (table.rows[static_cast<std::size_t>(row)].isRefused && !cells.isEmpty()) {
                cells += Text::tr("cannot run");
                break;
            }
            const bool isNone = std::holds_alternative<std::monostate>(column.value({row}));
            cells += isNone ? QStringLiteral("–") : plainSpaces(column.shownAt({row}));
        }
        rows.push_back(cells);
    }
    return alignedRows(rows, alignment);
}

QString wrapped(const QString& text, int width, int indent) {
    QString out, line;
    for (const QString& word : text.split(QLatin1Char(' '))) {
        if (!line.trimmed().isEmpty() && line.size() + 1 + word.size() > width) {
            out += line + QLatin1Char('\n');
            line = QString(indent, QLatin1Char(' ')) + word;
        } else {
            line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
        }
    }
    return plainSpaces(out + line);
}

}  // namespace bubblescope
