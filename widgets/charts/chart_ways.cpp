#include "widgets/charts/chart_ways.h"

#include "widgets/kit/text.h"
#include "widgets/picture/copied_picture.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>

namespace bubblescope {

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
    add(Text::tr("Export chart…"), [ways] {
        ways.open(ways.exported(), ways.name);
        return QString();
    });
    chart.setContextMenuPolicy(Qt::ActionsContextMenu);
}

}  // namespace bubblescope
