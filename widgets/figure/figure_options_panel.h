#pragma once

#include <QWidget>

#include "widgets/figure/figure.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace bubblescope {

class FlatCheck;
class FlatEdit;
class FlatSpin;
class SegmentedControl;

/// The choices of an exported picture.
class FigureOptionsPanel : public QWidget {
    Q_OBJECT
public:
    /// `titles` of all schedules, in the scenario's order.
    FigureOptionsPanel(const QStringList& titles, QWidget* parent = nullptr);

    FigureFormat format() const;
    void setFormat(FigureFormat format);
    FigureOptions options() const;
    void setOptions(const FigureOptions& options);
    /// False while every schedule is unticked: options() then cannot say so, for none means all.
    bool hasSchedules() const;
    /// Beside the size: "2400 x 1184 pixels".
    void setSizeNote(const QString& note);

signals:
    void changed();

private:
    void addSection(const QString& title);
    void addRow(const QString& label, QWidget* field);
    void addFormat();
    void addSize();
    void addLook();
    void addText();
    void addSchedules(const QStringList& titles);
    void themeChosen(int index);
    void update();

    QGridLayout* m_grid;
    SegmentedControl *m_format, *m_scale, *m_theme, *m_colorBy, *m_labels, *m_numbering;
    QWidget* m_scaleLabel = nullptr;
    FlatSpin *m_width, *m_height;
    QComboBox *m_palette, *m_bubble;
    FlatCheck *m_hasTitle, *m_legend;
    FlatEdit* m_title;
    QLabel* m_sizeNote;
    QList<FlatCheck*> m_schedules;
    int m_colorPalette = 0;
};

}  // namespace bubblescope
