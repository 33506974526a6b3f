#pragma once

#include <QObject>

#include "widgets/study/curves/curves_layout.h"
#include "widgets/study/keep_actions.h"

class QWidget;

namespace bubblescope {

struct Settings;

/// An experiment on screen, as it is kept.
struct ShownExperiment {
    CurvesData data;  // with results
    std::size_t figure = 0;
    QString name;  // of the document
    ThemeId theme = ThemeId::Light;
};

/// Pictures and values to keep of an experiment, in the look of the window.
class ExperimentPictures : public QObject {
    Q_OBJECT

public:
    ExperimentPictures(Settings& settings, QWidget* window);

    void keep(Keep what, const ShownExperiment& shown);

signals:
    void failed(const QString& line);
    void copied(const QString& line);

private:
    void openDialog(const ShownExperiment& shown, const QString& suffix);
    void copyPicture(const ShownExperiment& shown);

    Settings& m_settings;
    QWidget* m_window;
};

}  // namespace bubblescope
