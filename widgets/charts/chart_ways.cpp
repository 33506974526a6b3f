#include "widgets/charts/chart_ways.h"

#include "widgets/kit/text.h"
#include "widgets/picture/copied_picture.h"
#include "widgets/picture/save_file.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QGuiApplication>
#include <QWidget>

namespace bubblescope {

namespace {

QString saved(QWidget& chart, const ChartWays& ways) {
    QStringList filters;
    for (const PictureFormat* format : pictureFormats(PictureFormats::Drawn)) filters += pictureFilter(*format);
    QString chosen = pictureFilter(kSvg);
    const QString path =
        QFileDialog::getSaveFileName(&chart, Text::tr("Save picture"), ways.name + QStringLiteral(".svg"),
                                     filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty()) return {};
    const PictureFormat* const format = pictureFormatOf(path, PictureFormats::Drawn);
    const Result<void> done = savePicture(path, format ? *format : kSvg, ways.picture(), 2, ways.document());
    return done ? Text::tr("Saved %1").arg(path) : QString::fromStdString(done.error().text());
}

}  // namespace

void addChartWays(QWidget& chart, const ChartWays& ways) {
    const auto add = [&](const QString& text, const std::function<QString()>& act) {
        auto* action = new QAction(text, &chart);
        QObject::connect(action, &QAction::triggered, &chart, [act, say = ways.say] {
            if (const QString line = act(); !line.isEmpty()) say(line);
        });
        chart.addAction(action);
    };
    add(Text::tr("Copy values as CSV"), [ways] {
        QGuiApplication::clipboard()->setText(ways.csv());
        return Text::tr("Values copied as CSV");
    });
    add(Text::tr("Copy picture"), [ways] {
        const Result<void> done = copyPicture(ways.picture(), ways.document());
        return done ? Text::tr("Picture copied") : QString::fromStdString(done.error().text());
    });
    add(Text::tr("Save picture…"), [&chart, ways] { return saved(chart, ways); });
    chart.setContextMenuPolicy(Qt::ActionsContextMenu);
}

}  // namespace bubblescope
